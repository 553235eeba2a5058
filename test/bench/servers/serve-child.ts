import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerMessage } from './messages.js';

/** Answers a message; undefined is sent as null. */
export type MessageHandler = (message: ServerMessage) => Promise<unknown> | unknown;

/** Serves on a free port and tells the parent process about it, then answers its messages until it says stop. */
export async function serveChild(listener: RequestListener, handle: MessageHandler): Promise<void> {
  // Connections stay as long as those of `cms serve`: a busy machine may leave one alone for some seconds.
  const server = createServer({ keepAliveTimeout: 65_000 }, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.on('message', (message: ServerMessage) => {
    void answer(message, handle).then((result) => {
      process.send?.(result ?? null);
      if (message.kind === 'stop') setTimeout(() => process.exit(0), 50);
    });
  });
  // A parent that is gone needs no server.
  process.on('disconnect', () => process.exit(0));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  process.send?.({ port });
}

async function answer(message: ServerMessage, handle: MessageHandler): Promise<unknown> {
  if (message.kind === 'cpu') {
    const { user, system } = process.cpuUsage();
    return user + system;
  }
  if (message.kind === 'memory') {
    globalThis.gc?.();
    return process.memoryUsage();
  }
  return handle(message);
}
