import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../support/free-port.js';
import { bundle } from '../uploads/child-server.js';
import { startUploadsApp, type UploadsApp } from '../uploads/support.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

let folder = '';
let program = '';
/** Creates the database that the processes serve. */
let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp();
  folder = await mkdtemp(join(tmpdir(), 'cms-stuck-'));
  await writeFile(join(folder, 'config.json'), JSON.stringify(app.config));
  program = await bundle(new URL('./children/stuck-server.ts', import.meta.url));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

interface StuckSite {
  readonly child: ChildProcess;
  readonly url: string;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
  printed(): string;
}

async function serve(processes: number): Promise<StuckSite> {
  const port = await freePort();
  const args = [program, join(folder, 'config.json'), String(processes), String(port)];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output).toContain(`${port}\n`);
  return {
    child,
    url: `http://127.0.0.1:${port}${app.config.apiPrefix}`,
    ended: once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string | null),
    printed: () => output,
  };
}

/** Makes a process loop; resolves when it does. */
async function loop(site: StuckSite): Promise<void> {
  void fetch(`${site.url}/_/loop`).catch(() => undefined);
  await expect.poll(site.printed).toContain('looping');
}

describe('a process in an endless loop', () => {
  test('is killed after SIGTERM', async () => {
    const site = await serve(1);
    expect((await fetch(`${site.url}/_/health`)).status).toBe(200);
    await loop(site);
    const requested = performance.now();
    site.child.kill('SIGTERM');
    expect(await site.ended).toBe('SIGKILL');
    // It had its full time, like a process that finishes requests.
    expect(performance.now() - requested).toBeGreaterThan(15_000);
    expect(site.printed()).toContain('process did not exit within 20 seconds');
  });

  test('is killed immediately by a second signal', async () => {
    const site = await serve(1);
    await loop(site);
    site.child.kill('SIGTERM');
    const requested = performance.now();
    setTimeout(() => site.child.kill('SIGTERM'), 500);
    expect(await site.ended).toBe('SIGKILL');
    // Sooner than after one signal, which takes 20 seconds.
    expect(performance.now() - requested).toBeLessThan(18_000);
  });

  test('is killed by the primary process if there are several', async () => {
    const site = await serve(2);
    await loop(site);
    // Another process responds in the meantime.
    await expect
      .poll(() =>
        fetch(`${site.url}/_/health`, { signal: AbortSignal.timeout(2_000) }).then(
          (answer) => answer.status,
          () => 0,
        ),
      )
      .toBe(200);
    site.child.kill('SIGTERM');
    expect(await site.ended).toBe(1);
    expect(site.printed()).toContain('workers did not exit within 20 seconds; killing them');
  });
});

describe('a process that responds', () => {
  test.for([1, 2])('ends in order after SIGTERM (%i processes)', async (processes) => {
    const site = await serve(processes);
    site.child.kill('SIGTERM');
    expect(await site.ended).toBe(0);
    expect(site.printed()).not.toContain('killing');
  });
});
