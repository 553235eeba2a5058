import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type * as runCommands from '../../console/run-cms.js';
import { testDatabaseName } from '../../support/database.js';
import { freePort } from '../../support/free-port.js';
import { type OwnPostgres, startOwnPostgres } from '../../support/own-postgres.js';

const hasServer = testDatabaseName() === 'postgres';

let server: OwnPostgres;
let project: string;
/** Compiled when loaded, so only where it is used. */
let commands: typeof runCommands;
beforeAll(async () => {
  if (!hasServer) return;
  server = await startOwnPostgres();
  commands = await import('../../console/run-cms.js');
  const { anInstalledProject } = await import('../../console/running-site.js');
  project = await anInstalledProject('initialised', await mkdtemp(join(tmpdir(), 'cms-serving-')));
  const env = { DATABASE_URL: server.url };
  for (const args of [['generate'], ['migrate:run']])
    expect(await commands.runCms(args, { cwd: project, env })).toMatchObject({ code: 0 });
});
afterAll(async () => {
  if (!hasServer) return;
  await server.remove();
  await rm(project, { recursive: true });
});

interface Process {
  readonly child: ChildProcess;
  /** Returns the output so far. */
  printed(): string;
  /** Returns the status of a path; 0 if nothing is listening. */
  status(path: string): Promise<number>;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
}

async function serve(env: Readonly<Record<string, string>> = {}): Promise<Process> {
  const port = await freePort();
  const child = commands.startCms(['serve', '--port', String(port)], {
    cwd: project,
    env: { DATABASE_URL: server.url, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    child,
    printed: () => output,
    status: (path) =>
      fetch(`http://127.0.0.1:${port}/api${path}`).then(
        (answer) => answer.status,
        () => 0,
      ),
    ended: once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string | null),
  };
}

const serves = ({ status }: Process) => expect.poll(() => status('/_/health')).toBe(200);

describe.runIf(hasServer)('cms serve', () => {
  test('waits for a database server that is not running yet, and logs what it waits for', async () => {
    await server.stop();
    const site = await serve();
    await expect.poll(site.printed).toMatch(/waiting for the .*127\.0\.0\.1/);
    await server.start();
    await serves(site);
    expect(site.printed()).toContain('database is available');
    site.child.kill('SIGTERM');
    expect(await site.ended).toBe(0);
  });

  test('gives up after DATABASE_WAIT_SECONDS, with the reason', async () => {
    await server.stop();
    const site = await serve({ DATABASE_WAIT_SECONDS: '1' });
    expect(await site.ended).toBe(1);
    expect(site.printed()).toMatch(/cannot be opened: .*ECONNREFUSED/);
    await server.start();
  });

  test('does not wait if waiting cannot help', async () => {
    const site = await serve({ DATABASE_URL: server.url.replace(/[^/]*$/, 'nowhere') });
    expect(await site.ended).toBe(1);
    expect(site.printed()).toContain('database "nowhere" does not exist');
    expect(site.printed()).not.toContain('waiting for');
  });

  test('ends on SIGTERM even if the database does not respond and requests hang', async () => {
    const site = await serve();
    await serves(site);
    server.freeze();
    const hanging = [site.status('/_/pages'), site.status('/_/pages')];
    site.child.kill('SIGTERM');
    expect(await site.ended).toEqual(expect.any(Number));
    await Promise.all(hanging);
    expect(site.printed()).toContain('received SIGTERM; finishing open requests');
    server.thaw();
  });

  test('ends immediately on a second signal', async () => {
    const site = await serve();
    await serves(site);
    server.freeze();
    const hanging = site.status('/_/pages');
    site.child.kill('SIGTERM');
    await expect.poll(site.printed).toContain('finishing open requests');
    site.child.kill('SIGTERM');
    expect(await site.ended).toBe(143);
    expect(await hanging).toBe(0);
    server.thaw();
  });
});
