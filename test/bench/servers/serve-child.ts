import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerMessage } from './messages.js';

/** Handles a message. Undefined is sent as null. */
export type MessageHandler = (message: ServerMessage) => Promise<unknown> | unknown;

/** Serves on a free port, reports the port to the parent process, and handles its messages until it sends stop. */
export async function serveChild(listener: RequestListener, handle: MessageHandler): Promise<void> {
  // Connections stay open as long as those of `cms serve`, because a busy machine may leave one idle for some seconds.
  const server = createServer({ keepAliveTimeout: 65_000 }, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.on('message', (message: ServerMessage) => {
    void answer(message, handle).then((result) => {
      process.send?.(result ?? null);
      if (message.kind === 'stop') setTimeout(() => process.exit(0), 50);
    });
  });
  // Without its parent, the server is not needed.
  process.on('disconnect', () => process.exit(0));
  const { port } = server.address() as AddressInfo; // a listening TCP server has a port
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
