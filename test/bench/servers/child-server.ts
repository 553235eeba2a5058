import { fork, type ChildProcess } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { benchFile, type Build } from '../builds/build.js';
import type { BareWork, RecordedAnswer, RecordedStatement, RequestCost, ServerMessage } from './messages.js';

/** A server in a separate process, so that its processor time does not include that of the load. */
export interface ChildServer {
  readonly port: number;
  readonly pid: number;
  /** Processor time in microseconds since its start. */
  cpu(): Promise<number>;
  memory(): Promise<NodeJS.MemoryUsage>;
  /** Statements that reached the driver while `act` ran. Only for the server of the application. */
  record(act: () => Promise<void>): Promise<readonly RecordedStatement[]>;
  /** Cost of each request that was sent while `act` ran, in order. Only for the counting server, like the next. */
  count(act: () => Promise<void>): Promise<readonly RequestCost[]>;
  /** Heap bytes that each of them except the last allocated. Nothing else may run at the same time. */
  weigh(act: () => Promise<void>): Promise<readonly number[]>;
  work(work: BareWork): Promise<void>;
  repeat(answer: RecordedAnswer, url?: string): Promise<void>;
  stop(): Promise<void>;
}

export interface ChildServerOptions {
  readonly build: Build;
  readonly module: 'app-server' | 'counting-server' | 'express-server' | 'plain-server';
  readonly env: NodeJS.ProcessEnv;
  /** Log file of the server. */
  readonly logFile: string;
  readonly nodeOptions?: readonly string[];
}

/**
 * Starts the server.
 * @throws Error with the end of its log when the process does not start.
 */
export async function startChildServer(options: ChildServerOptions): Promise<ChildServer> {
  const log = await open(options.logFile, 'w');
  const child = fork(benchFile(options.build, `servers/${options.module}.js`), [], {
    env: options.env,
    execArgv: [...(options.nodeOptions ?? [])],
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
    // Statement values include dates and big integers.
    serialization: 'advanced',
  });
  await log.close();
  const ask = createAsking(child, options);
  // The first message of every server contains its port.
  const { port } = (await ask()) as { port: number };
  return {
    port,
    pid: child.pid ?? 0, // it has answered
    // Each kind of message has its kind of response, see `serve-child.ts` and the servers.
    cpu: async () => (await ask({ kind: 'cpu' })) as number,
    memory: async () => (await ask({ kind: 'memory' })) as NodeJS.MemoryUsage,
    async record(act) {
      await ask({ kind: 'record' });
      await act();
      return (await ask({ kind: 'take' })) as RecordedStatement[];
    },
    async count(act) {
      await ask({ kind: 'count' });
      await act();
      return (await ask({ kind: 'costs' })) as RequestCost[];
    },
    async weigh(act) {
      await ask({ kind: 'weigh' });
      await act();
      return (await ask({ kind: 'weights' })) as number[];
    },
    work: async (work) => void (await ask({ kind: 'work', work })),
    repeat: async (answer, url) =>
      void (await ask({ kind: 'repeat', answer, ...(url === undefined ? {} : { url }) })),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await ask({ kind: 'stop' });
      await ended;
    },
  };
}

function createAsking(
  child: ChildProcess,
  { module, logFile }: ChildServerOptions,
): (message?: ServerMessage) => Promise<unknown> {
  return (message) =>
    new Promise((resolve, reject) => {
      const fail = (): void => {
        void readFile(logFile, 'utf8').then((text) =>
          reject(new Error(`${module} ended:\n${text.slice(-3000)}`)),
        );
      };
      child.once('exit', fail);
      child.once('message', (answer) => {
        child.off('exit', fail);
        resolve(answer);
      });
      if (message !== undefined) child.send(message);
    });
}
