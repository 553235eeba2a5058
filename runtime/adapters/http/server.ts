import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ProjectError } from '../../project/project-error.js';
import { kernelErrors } from '../../kernel/errors/catalog.js';
import { createConnectionRefusals, type RefusalConfig } from './connection-refusals.js';
import { namesHost, refuseUnreadable, repeatedHeader, slowBody } from './refuse-unreadable.js';
import { enforceIdleTimeout, IDLE_TIMEOUT, type IdleTimeout } from './idle-timeout.js';

/** The application that a server serves. */
export interface ServedApplication {
  readonly listener: RequestListener;
  /** Ends answers that have no end by themselves, so that a server can close. */
  endStreams?(): void;
  readonly config: RefusalConfig;
}

export interface ServerLimits {
  /** How long the headers of a request may take. */
  readonly headersMilliseconds: number;
  /** Ends connections that transfer less than this. */
  readonly idleTimeout: IdleTimeout;
}

export interface ListeningAt {
  readonly port: number;
  /** Scheme, host and port. */
  readonly url: string;
}

/** The port or the address cannot be had; the message says what to do. */
export class ListenError extends ProjectError {}

export interface HttpServer {
  /** Port 0 takes any free one. @throws ListenError when the port or the address cannot be had. */
  listen(port: number, host: string): Promise<ListeningAt>;
  /** New requests go to `application`; those that are running end where they began. */
  replace(application: ServedApplication): void;
  /**
   * Takes no more connections, waits for open requests, and drops what is still open after `graceMilliseconds`. Safe to
   * call twice.
   */
  close(graceMilliseconds?: number): Promise<void>;
}

const LIMITS: ServerLimits = { headersMilliseconds: 20_000, idleTimeout: IDLE_TIMEOUT };
const DEFAULT_GRACE_MILLISECONDS = 10_000;

/**
 * An HTTP server whose application can be exchanged while it runs. Headers have a limit in time; bodies and answers have a
 * slowest pace instead, because how long a file takes is up to the line.
 */
export function createHttpServer(
  initial: ServedApplication,
  { headersMilliseconds, idleTimeout }: ServerLimits = LIMITS,
): HttpServer {
  let current = initial;
  let closing: Promise<void> | undefined;
  const server = createServer({
    keepAliveTimeout: 65_000,
    headersTimeout: headersMilliseconds,
    connectionsCheckingInterval: headersMilliseconds / 4,
    requestTimeout: 0,
    requireHostHeader: false, // refused below, with a problem document
  });
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const answers = createConnectionRefusals(() => current.config);
  // Both must come before the application, so that they see every request.
  refuseUnreadable(server, answers);
  enforceIdleTimeout(server, {
    idleTimeout,
    onSlowBody: (request, response) => answers.refuseRequest(request, response, slowBody()),
  });
  server.on('request', (request, response) => {
    // A client that always has a next request would keep a closing server from its end.
    if (closing !== undefined) response.shouldKeepAlive = false;
    const repeated = repeatedHeader(request);
    if (repeated !== undefined)
      answers.refuseRequest(request, response, kernelErrors.repeatedHeader(repeated));
    else if (namesHost(request)) current.listener(request, response);
    else answers.refuseRequest(request, response, kernelErrors.missingHost());
  });
  return {
    listen: (port, host) => listen(server, port, host),
    replace(application) {
      current = application;
    },
    close(graceMilliseconds = DEFAULT_GRACE_MILLISECONDS) {
      current.endStreams?.();
      return (closing ??= closeServer(server, open, graceMilliseconds));
    },
  };
}

/** Listens for a moment. @throws ListenError when the port or the address cannot be had */
export async function assertListenable(port: number, host: string): Promise<void> {
  const server = createServer();
  await listen(server, port, host);
  await closeServer(server, [], 0);
}

/** The address of a server as people type it. */
export function serverUrl(port: number, host: string): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function listen(server: Server, port: number, host: string): Promise<ListeningAt> {
  return new Promise((resolve, reject) => {
    const succeed = (): void => {
      server.off('error', fail);
      const { port: taken } = server.address() as AddressInfo; // a TCP server that listens has one
      resolve({ port: taken, url: serverUrl(taken, host) });
    };
    const fail = (error: NodeJS.ErrnoException): void => {
      server.off('listening', succeed);
      reject(listenFailure(error, port, host));
    };
    server.once('error', fail).once('listening', succeed).listen(port, host);
  });
}

function listenFailure(cause: NodeJS.ErrnoException, port: number, host: string): ListenError {
  return new ListenError(describeFailure(cause, port, host), { cause });
}

function describeFailure({ code = '', message }: NodeJS.ErrnoException, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE': {
      const other = port < 65_535 ? port + 1 : port - 1;
      return `Port ${port} on ${host} is already in use. Stop the other process, or choose another port with --port ${other} or PORT.`;
    }
    case 'EACCES':
      return `This account cannot open port ${port} on ${host}. Choose a port above 1023 with --port or PORT.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Set --host or HOST to 127.0.0.1 or 0.0.0.0.`;
    default:
      return `Cannot listen on port ${port} on ${host} (${code === '' ? message : code}).`;
  }
}

const SWEEP_MILLISECONDS = 25;
/** Sweeps after which a connection that has sent nothing is closed. Sweeps are counted, so that a busy process has read what came. */
const SILENT_SWEEPS = 20;

/**
 * Connections that were busy when closing began turn idle later, so idle ones are swept until none is left. Browsers open
 * connections in advance and send nothing over them; for Node they are not idle.
 */
async function closeServer(server: Server, open: Iterable<Socket>, graceMilliseconds: number): Promise<void> {
  let sweeps = 0;
  const sweep = setInterval(() => {
    server.closeIdleConnections();
    if ((sweeps += 1) < SILENT_SWEEPS) return;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  }, SWEEP_MILLISECONDS);
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
