import { createServer } from 'node:net';

/** Below the ports that the system gives to servers and connections without one of their own. */
const [FIRST, LAST] = [10_000, 32_000] as const;

/** A port of the loopback interface for a program that must be told one: nobody else gets it by asking for any. */
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
