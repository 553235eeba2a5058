import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BodyPace } from './watch-bodies.js';
import { BODY_PACE, watchBodies } from './watch-bodies.js';

export interface ServerOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** How long open requests may take to finish when the server closes. */
  readonly graceMilliseconds?: number;
  /** How fast bodies have to come in. */
  readonly bodyPace?: BodyPace;
}

export interface RunningServer {
  /** Scheme, host and port that it listens on. */
  readonly url: string;
  readonly port: number;
  /** Accepts no more connections, finishes the open requests, then closes; safe to call twice. */
  close(): Promise<void>;
}

/** The server could not take its port; the message says what to do. */
export class ServerStartError extends Error {
  override readonly name = 'ServerStartError';
}

/**
 * A server with the limits of this project, not yet listening. Headers have a limit in time; bodies have one in size and a
 * slowest pace, because how long an upload takes is up to the line.
 */
export function createLimitedServer(listener: RequestListener, bodyPace: BodyPace = BODY_PACE): Server {
  const server = createServer({ keepAliveTimeout: 65_000, headersTimeout: 20_000, requestTimeout: 0 });
  // Before the listener, so that a body is watched whatever is done with it.
  watchBodies(server, bodyPace);
  return server.on('request', listener);
}

/** @throws ServerStartError when the port is taken or may not be used. */
export async function startServer(listener: RequestListener, options: ServerOptions): Promise<RunningServer> {
  const server = createLimitedServer(listener, options.bodyPace);
  await listen(server, options);
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  let closing: Promise<void> | undefined;
  return {
    url: `http://${host}:${port}`,
    port,
    close: () => (closing ??= closeServer(server, options.graceMilliseconds ?? 10_000)),
  };
}

function listen(server: Server, { port, host }: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => reject(describeFailure(error, port, host));
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

function describeFailure(cause: NodeJS.ErrnoException, port: number, host: string): ServerStartError {
  if (cause.code === 'EADDRINUSE') {
    const hint = 'Stop the other server or choose another port with --port or PORT.';
    return new ServerStartError(`Port ${port} of ${host} is already in use. ${hint}`, { cause });
  }
  if (cause.code === 'EACCES') {
    return new ServerStartError(`Port ${port} may not be used by this account. Choose one above 1023.`, {
      cause,
    });
  }
  return new ServerStartError(
    `The server cannot listen on ${host}:${port} (${cause.code ?? cause.message}).`,
    { cause },
  );
}

/** Connections that were busy when closing began turn idle later, so idle ones are swept until none is left. */
async function closeServer(server: Server, graceMilliseconds: number): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), 25);
  const deadline = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
  try {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
  } finally {
    clearInterval(sweep);
    clearTimeout(deadline);
  }
}
