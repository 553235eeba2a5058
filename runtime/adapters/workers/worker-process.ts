import cluster from 'node:cluster';
import { watchConnectionsUnderWay } from './connections-under-way.js';
import type { Exchange } from './exchange.js';
import { type FromPrimary, type FromWorker, WORKER_VARIABLE } from './messages.js';
import { createSignal } from './signal.js';

/** Exit of a process. */
export interface Ending {
  /** Exit code; null if a signal ended the process. */
  readonly code: number | null;
  /** Exit code or signal, for display. */
  readonly text: string;
  /** Uptime as a serving process in milliseconds. */
  readonly servedMs: number;
}

/** A worker as seen by the primary process. */
export interface WorkerProcess {
  readonly number: number;
  /** Resolves when it is ready; never if it exits before. */
  readonly opened: Promise<void>;
  readonly serving: Promise<void>;
  readonly ended: Promise<Ending>;
  listen(): void;
  /** Requests it to finish open requests. A worker that does not serve yet has none. */
  stop(): void;
  kill(): void;
  /** Closes connections that no worker has accepted, while all workers stop. */
  dropConnections(): void;
  /** Sends a ping; returns the number of consecutive missed ones. */
  ping(): number;
}

/**
 * A stopping worker closes its listener immediately and accepts no connection passed longer ago than this.
 */
const UNTAKEN_MS = 1_000;

/** Starts a worker: runs the command of this process again, with the worker number in the environment. */
export function startWorker(number: number, exchange: Exchange): WorkerProcess {
  const worker = cluster.fork({ [WORKER_VARIABLE]: String(number) });
  const connections = watchConnectionsUnderWay(worker.process);
  const [opened, serving] = [createSignal(), createSignal()];
  let servesSince: number | undefined;
  let pings = 0;
  const send = (message: FromPrimary): void => {
    // A stopping worker may have no channel, or lose it before the message is written.
    if (worker.isConnected()) worker.process.send?.(message, undefined, undefined, () => undefined);
  };
  const member = { send };
  worker.on('message', (message: FromWorker) => {
    pings = 0;
    switch (message.kind) {
      case 'opened':
        return opened.give();
      case 'serving':
        servesSince = performance.now();
        return serving.give();
      case 'alive':
        return;
      case 'join':
        return exchange.join(member);
      case 'ask':
        return exchange.ask(member, message);
      case 'reply':
        return exchange.reply(member, message);
    }
  });
  const ended = new Promise<Ending>((resolve) => {
    const end = (code: number | null, text: string): void => {
      exchange.leave(member);
      connections.close(0);
      resolve({ code, text, servedMs: servesSince === undefined ? 0 : performance.now() - servesSince });
    };
    worker.once('exit', (code: number | null, signal: string | null) =>
      end(code, signal ?? `exit code ${code}`),
    );
    worker.once('error', (error) => end(1, error.message));
  });
  return {
    number,
    opened: opened.given,
    serving: serving.given,
    ended,
    listen: () => send({ kind: 'listen' }),
    stop: () => (servesSince === undefined ? void worker.process.kill('SIGTERM') : send({ kind: 'stop' })),
    kill: () => void worker.process.kill('SIGKILL'),
    dropConnections: () => connections.close(UNTAKEN_MS),
    ping() {
      if (servesSince === undefined) return 0;
      send({ kind: 'ping' });
      return pings++;
    },
  };
}
