import cluster from 'node:cluster';
import { watchConnectionsUnderWay } from './connections-under-way.js';
import type { Exchange } from './exchange.js';
import { type FromPrimary, type FromWorker, WORKER_VARIABLE } from './messages.js';
import { createSignal } from './signal.js';

/** How a process ended. */
export interface Ending {
  /** Null where a signal ended it. */
  readonly code: number | null;
  /** The code or the signal, for people. */
  readonly text: string;
  /** Milliseconds for which it served. */
  readonly servedMs: number;
}

/** A worker as the primary process sees it. */
export interface WorkerProcess {
  readonly number: number;
  /** It could serve. Never resolves when it ends before. */
  readonly opened: Promise<void>;
  readonly serving: Promise<void>;
  readonly ended: Promise<Ending>;
  listen(): void;
  /** Has it finish what is under way. One that does not serve yet has nothing to finish. */
  stop(): void;
  kill(): void;
  /** While all workers end: closes connections that none of them has taken. */
  dropConnections(): void;
  /** Asks for a sign of life. Answers how many times in a row it was asked in vain. */
  ping(): number;
}

/** A worker that ends stops listening at once, and takes no connection that it was handed longer ago. */
const UNTAKEN_MS = 1_000;

/** Starts a worker: the command of this process once more, which finds its number in the environment. */
export function startWorker(number: number, exchange: Exchange): WorkerProcess {
  const worker = cluster.fork({ [WORKER_VARIABLE]: String(number) });
  const connections = watchConnectionsUnderWay(worker.process);
  const [opened, serving] = [createSignal(), createSignal()];
  let servesSince: number | undefined;
  let pings = 0;
  const send = (message: FromPrimary): void => {
    // A worker that is about to end has no channel any more, or loses it before the message is written.
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
