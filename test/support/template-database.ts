import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import {
  createServerDatabase,
  createTestDatabase,
  onServer,
  sqlitePath,
  type TestDatabase,
  testDatabaseName,
} from './database.js';

/**
 * Creates a database in the state that `fill` creates from an empty one. The first request for a state fills a
 * template, which later requests of the test run copy. Migrating takes longer than most tests.
 * @param state all inputs that determine the result of `fill`
 */
export function createFilledDatabase(
  state: unknown,
  fill: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  const hash = createHash('sha256').update(JSON.stringify(state)).digest('hex').slice(0, 16);
  // Workers are children of the process that runs the tests and drops the templates at the end.
  const name = `${prefixOf(process.ppid)}${hash}`;
  return testDatabaseName() === 'sqlite' ? copyTemplateFile(name, fill) : copyTemplate(name, fill);
}

/** Drops the templates of the workers of this process (global setup of Vitest). */
export default function setUp(): () => Promise<void> {
  return async () => {
    await rm(templateFolder(prefixOf(process.pid)), { recursive: true, force: true });
    if (testDatabaseName() === 'sqlite') return;
    await onServer(async (server) => {
      for (const name of await server.list(prefixOf(process.pid))) await server.drop(name);
    });
  };
}

/** Folder that the workers of this run share. It is deleted after the run. */
export const runTemplates = (): string => templateFolder(prefixOf(process.ppid));

const prefixOf = (run: number): string => `cms_template_${run}_`;
const templateFolder = (prefix: string): string => join(tmpdir(), prefix);

async function copyTemplateFile(name: string, fill: (url: string) => Promise<void>): Promise<TestDatabase> {
  const folder = runTemplates();
  const template = join(folder, `${name}.sqlite`);
  if (!existsSync(template)) {
    const made = await createTestDatabase();
    await fill(made.url);
    await mkdir(folder, { recursive: true });
    const whole = `${sqlitePath(made.url)}.whole`;
    writeWholeFile(sqlitePath(made.url), whole);
    // If two workers do so at once, one file replaces an identical one.
    await rename(whole, template);
    await made.drop();
  }
  const copy = await createTestDatabase();
  await copyFile(template, sqlitePath(copy.url));
  return copy;
}

/** Migrated data may still be in the write-ahead log beside the file. */
function writeWholeFile(from: string, to: string): void {
  const source = new Libsql(from);
  source.prepare('vacuum into ?').run(to);
  source.close();
}

function copyTemplate(name: string, fill: (url: string) => Promise<void>): Promise<TestDatabase> {
  return onServer(async (server) => {
    await server.lock(name);
    if (!(await server.list(name)).includes(name)) {
      await server.create(name);
      try {
        await fill(server.urlOf(name));
      } catch (error) {
        await server.drop(name);
        throw error;
      }
    }
    return createServerDatabase(server, name);
  });
}
