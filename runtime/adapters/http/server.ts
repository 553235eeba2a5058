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
  /** Ends open-ended responses, so that a server can close. */
  endStreams?(): void;
  readonly config: RefusalConfig;
}

export interface ServerLimits {
  /** Timeout for the headers of a request. */
  readonly headersMilliseconds: number;
  /** Closes slower connections. */
  readonly idleTimeout: IdleTimeout;
}

export interface ListeningAt {
  readonly port: number;
  /** Scheme, host and port. */
  readonly url: string;
}

/** The port or address is unavailable; the message has the remedy. */
export class ListenError extends ProjectError {}

export interface HttpServer {
  /** Starts to listen; port 0 picks a free one. @throws ListenError if the port or address is unavailable. */
  listen(port: number, host: string): Promise<ListeningAt>;
  /** Sends new requests to `application`; running ones finish where they started. */
  replace(application: ServedApplication): void;
  /**
   * Stops accepting connections, waits for open requests, and drops the rest after `graceMilliseconds`. Can
   * be called twice.
   */
  close(graceMilliseconds?: number): Promise<void>;
}

const LIMITS: ServerLimits = { headersMilliseconds: 20_000, idleTimeout: IDLE_TIMEOUT };
const DEFAULT_GRACE_MILLISECONDS = 10_000;

/**
 * Creates an HTTP server whose application can be replaced while it runs. Headers have a timeout. Bodies and
 * responses have a minimum transfer rate, because the duration of a file transfer depends on the connection.
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
    requireHostHeader: false, // Rejected below with a problem document.
  });
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const answers = createConnectionRefusals(() => current.config);
  // Both must be registered before the application to see every request.
  refuseUnreadable(server, answers);
  enforceIdleTimeout(server, {
    idleTimeout,
    onSlowBody: (request, response) => answers.refuseRequest(request, response, slowBody()),
  });
  server.on('request', (request, response) => {
    // Otherwise a client that keeps sending requests would prevent the server from closing.
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

/** Tests whether an address is free. @throws ListenError if the port or address is unavailable */
export async function assertListenable(port: number, host: string): Promise<void> {
  const server = createServer();
  await listen(server, port, host);
  await closeServer(server, [], 0);
}

/** Returns the URL of a server. */
export function serverUrl(port: number, host: string): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function listen(server: Server, port: number, host: string): Promise<ListeningAt> {
  return new Promise((resolve, reject) => {
    const succeed = (): void => {
      server.off('error', fail);
      const { port: taken } = server.address() as AddressInfo; // A listening TCP server has an address.
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
/**
 * Number of sweeps after which a connection that has sent nothing is closed. Sweeps are counted instead of
 * time, so that a busy process has read incoming data.
 */
const SILENT_SWEEPS = 20;

/**
 * Closes a server. Connections that were busy at first become idle later, so idle ones are closed repeatedly.
 * Browsers open connections in advance, which Node does not consider idle.
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
