import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const PROGRAM = '/usr/bin/redis-server';
export const hasRedis = existsSync(PROGRAM);

export interface RedisServer {
  /** URL for `REDIS_URL`. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts Redis without persistence. */
export async function startRedis(port: number): Promise<RedisServer> {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn(PROGRAM, options, { stdio: 'ignore' });
  while (!(await answers(port))) await sleep(20);
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false)).once('connect', () => resolve(true));
    socket.once('connect', () => socket.end());
  });
}
