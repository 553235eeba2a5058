import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { callCommand, commandOf } from '../../support/run-command.js';
import type { TestApp } from '../../support/test-app.js';
import { projectTables } from '../../../runtime/project/project-types.js';
import { createTestClock, MINUTE, type TestClock } from '../publishing/support.js';
import { startUploadsApp, type UploadsApp } from '../uploads/support.js';
import { bulkManifest as manifest } from './bulk-manifest.js';

/** A time after the sample site was published. */
export function aClock(): TestClock {
  const clock = createTestClock();
  clock.forward(5 * MINUTE);
  return clock;
}

export async function anApp(clock = aClock()): Promise<UploadsApp> {
  const app = await startUploadsApp({ manifest, clock });
  onTestFinished(() => app.close());
  return app;
}

/** Creates a folder that is deleted after the test. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cms-bulk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files into a new folder. Arrays become lines of JSON. */
export async function filesOf(
  files: Readonly<Record<string, string | Buffer | readonly unknown[]>>,
): Promise<string> {
  const folder = await aFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    const isText = typeof content === 'string' || Buffer.isBuffer(content);
    const text = isText ? content : `${content.map((line) => JSON.stringify(line)).join('\n')}\n`;
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** Returns the content of each file below a folder, by path. */
export async function contentOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(
    files.map(async (file) => [file.slice(folder.length + 1), await readFile(file, 'latin1')] as const),
  );
  return Object.fromEntries(contents.sort(([one], [other]) => (one < other ? -1 : 1)));
}

export interface Ran {
  readonly code: number;
  readonly printed: readonly string[];
  readonly errors: readonly string[];
}

/** Runs `cms import` or `cms export` with arguments as on the command line. */
export async function run(
  test: Pick<TestApp, 'app'>,
  name: 'import' | 'export',
  ...words: readonly string[]
): Promise<Ran> {
  const printed: string[] = [];
  const errors: string[] = [];
  const code = await callCommand(commandOf(test, name), words, {
    service: test.app,
    print: (line) => void printed.push(line),
    printError: (line) => void errors.push(line),
  });
  return { code, printed, errors };
}

const TABLES = projectTables(manifest.resources, manifest.user?.fields);

/** Returns all rows of the database except request counters and the state of scheduled jobs. */
export async function rowsOf({ app: { database } }: Pick<TestApp, 'app'>): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const { name } of TABLES.filter((table) => !['throttle', 'scheduled_job'].includes(table.name)))
    for (const row of await database.all(`select * from ${database.table(name)}`))
      rows.push(`${name} ${JSON.stringify(row)}`);
  return rows.sort();
}
