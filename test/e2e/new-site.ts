import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runCms } from '../console/run-cms.js';
import { installPackage, linkPackage, startSite, type RunningSite } from '../console/running-site.js';
import { createTestDatabase, testDatabaseName } from '../support/database.js';
import { freePort } from '../support/free-port.js';

const run = promisify(execFile);

/** A project from `cms init`, served with its front end. */
export interface NewSite {
  /** URLs without a trailing slash. */
  readonly admin: string;
  readonly api: string;
  readonly frontEnd: string;
  close(): Promise<void>;
}

/** Creates a project, and runs the programs of `npm run dev` in it, on the database of `TEST_DATABASE`. */
export async function startNewSite(name: string): Promise<NewSite> {
  const folder = await mkdtemp(join(tmpdir(), 'cms-new-site-'));
  const cwd = join(folder, name);
  const database = testDatabaseName() === 'sqlite' ? undefined : await createTestDatabase();
  let service: RunningSite | undefined;
  let site: ChildProcess | undefined;
  const close = async (): Promise<void> => {
    site?.kill('SIGTERM');
    await service?.stop();
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const made = await runCms(['init', name, '--front-end', 'typescript'], { cwd: folder });
    if (made.code !== 0) throw new Error(made.stderr);
    await installPackage(cwd);
    for (const one of ['typescript', '@types/node']) await linkPackage(cwd, one);
    const frontEnd = `http://localhost:${await freePort()}`;
    service = await startSite('dev', {
      cwd,
      env: {
        EMAIL_LINK_DEFAULT_ORIGIN: frontEnd,
        ...(database === undefined ? {} : { DATABASE_URL: database.url }),
      },
    });
    const api = service.url.replace('127.0.0.1', 'localhost');
    await run('npx', ['tsc', '-p', 'front-end'], { cwd });
    site = spawn(process.execPath, ['build/server.js'], {
      cwd,
      env: { ...process.env, API_URL: api, SITE_PORT: new URL(frontEnd).port },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(site.stdout ?? site, 'data');
    return { admin: `${api}/admin`, api, frontEnd, close };
  } catch (error) {
    await close();
    throw error;
  }
}
