import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from 'cms-api-components/internal/kernel/util/packages/package-root.js';

/** Varnish and its module xkey are not part of Node. The tests run if they are installed (`.ci/run`). */
export const hasVarnish =
  spawnSync('varnishd', ['-V']).status === 0 &&
  spawnSync('sh', ['-c', 'ls /usr/lib/*/varnish/vmods/libvmod_xkey.so']).status === 0;

export interface Varnish {
  /** Scheme, host and port. */
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts Varnish with the configuration of the guide, in front of a service on `backendPort`. */
export async function startVarnish(port: number, backendPort: number | string): Promise<Varnish> {
  const folder = await mkdtemp(join(tmpdir(), 'cms-varnish-'));
  const guide = await readFile(join(dirname(packageRoot()), 'docs/how-to/caching.md'), 'utf8');
  const vcl = /```vcl\n(.*?)```/s.exec(guide)?.[1] ?? '';
  const file = join(folder, 'default.vcl');
  await writeFile(file, vcl.replace('"8000"', `"${backendPort}"`));
  const origin = `http://127.0.0.1:${port}`;
  const place = ['-n', folder, '-f', file, '-a', `127.0.0.1:${port}`];
  const server = spawn('varnishd', ['-F', ...place, '-j', 'none', '-s', 'malloc,16m'], { stdio: 'ignore' });
  while ((await fetch(origin).catch(() => undefined)) === undefined) await sleep(100);
  return {
    origin,
    async stop() {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
