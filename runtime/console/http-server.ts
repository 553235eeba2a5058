import type { RequestListener } from 'node:http';
import { createLimitedServer } from '../http/server.js';
import type { BodyPace } from '../http/watch-bodies.js';
import { ProjectError } from '../project/project-error.js';

export interface HttpServer {
  /** @throws ProjectError when the port is taken. */
  listen(port: number, host: string): Promise<void>;
  /** New requests go to `listener`; those that are running end where they began. */
  replace(listener: RequestListener): void;
  /** Takes no more connections, waits for open requests, and drops what is still open after `graceMs`. */
  close(graceMs?: number): Promise<void>;
}

const DEFAULT_GRACE_MS = 10_000;
const IDLE_CHECK_MS = 50;

/** An HTTP server whose application can be exchanged while it runs. */
export function createHttpServer(initial: RequestListener, bodyPace?: BodyPace): HttpServer {
  let current = initial;
  const server = createLimitedServer((request, response) => current(request, response), bodyPace);
  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', (error) => reject(listenFailure(error, port, host)));
        server.listen(port, host, resolve);
      }),
    replace(listener) {
      current = listener;
    },
    close: (graceMs = DEFAULT_GRACE_MS) =>
      new Promise((resolve) => {
        // A kept-alive connection becomes idle when its last answer is out, and only then may be closed.
        const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
        const force = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearInterval(idle);
          clearTimeout(force);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function listenFailure(error: Error, port: number, host: string): Error {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new ProjectError(
      `Port ${port} of ${host} is in use. Stop what runs there, or choose another: --port ${port + 1}.`,
    );
  if (code === 'EACCES')
    return new ProjectError(
      `Port ${port} of ${host} may not be opened by this account. Choose one above 1023.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new ProjectError(`${host} is not an address of this machine. Use --host 127.0.0.1 or 0.0.0.0.`);
  return error;
}
