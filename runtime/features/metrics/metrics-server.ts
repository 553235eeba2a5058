import { createServer, type RequestListener, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../../kernel/errors/config-error.js';
import type { KernelConfig } from '../../kernel/settings/config.js';
import type { Logger } from '../../kernel/ports/logger.js';
import { reasonOf } from '../../kernel/util/failures/reason-of.js';
import type { Metrics } from './metrics.js';

export interface MetricsServer {
  /** @throws ConfigError if the port is not available */
  listen(port: number, host: string): Promise<void>;
  close(): Promise<void>;
}

const PATH = '/metrics';
/** Pause between attempts while the previous process of `cms dev` still holds the port. */
const PAUSE_MS = 250;

/** Serves metrics on a separate port without authentication. Access must be restricted by the network. */
export function createMetricsServer(
  metrics: Metrics,
  { config, log }: { readonly config: KernelConfig; readonly log: Logger },
): MetricsServer {
  const server = createServer(createListener(metrics, log));
  let isClosed = false;

  /** Retries until the port is free. `cms dev` starts a new process before it stops the previous one. */
  async function listenWhenFree(port: number, host: string): Promise<void> {
    while (!isClosed) {
      await sleep(PAUSE_MS, undefined, { ref: false });
      if (isClosed || (await tryToListen(server, port, host)) === undefined) return;
    }
  }

  return {
    async listen(port, host) {
      const error = await tryToListen(server, port, host);
      if (error === undefined) {
        log.info({ msg: `Metrics at http://${host.includes(':') ? `[${host}]` : host}:${port}${PATH}` });
        return;
      }
      if (config.conveniences && error.code === 'EADDRINUSE') {
        void listenWhenFree(port, host);
        return;
      }
      throw new ConfigError([
        {
          key: 'METRICS_PORT',
          problem: `cannot be opened on ${host}: ${reasonOf(error)}`,
          advice: 'use a different free port for each process, or another METRICS_HOST',
        },
      ]);
    },
    async close() {
      isClosed = true;
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function tryToListen(server: Server, port: number, host: string): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      server.off('listening', succeed);
      resolve(error);
    };
    const succeed = (): void => {
      server.off('error', fail);
      resolve(undefined);
    };
    server.once('error', fail).once('listening', succeed).listen(port, host);
  });
}

function createListener(metrics: Metrics, log: Logger): RequestListener {
  const print = async (): Promise<string | undefined> => {
    try {
      return await metrics.print();
    } catch (err) {
      log.error({ msg: 'failed to render the metrics', err });
      return undefined;
    }
  };
  return ({ method = '', url = '' }, response) => {
    if (url.split('?', 1)[0] !== PATH) response.writeHead(404).end();
    else if (method !== 'GET' && method !== 'HEAD') response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    else
      void print().then((text) => {
        response.writeHead(text === undefined ? 500 : 200, { 'Content-Type': metrics.contentType });
        response.end(method === 'HEAD' ? undefined : text);
      });
  };
}
