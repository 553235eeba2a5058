import { createServer } from 'node:net';

/** Below the ephemeral ports that the system assigns. */
const [FIRST, LAST] = [10_000, 32_000] as const;

/** Returns a loopback port for a program that needs a fixed one. The system never assigns it to other programs. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
