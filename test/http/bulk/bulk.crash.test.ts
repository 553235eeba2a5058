import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type { AppConfig } from '../../../runtime/config/app-config.js';
import { propertyRuns } from '../../support/property-runs.js';
import { bundle, removeBundle } from '../uploads/child-server.js';
import { picture } from '../uploads/support.js';
import { aFolder, anApp, contentOf, filesOf, run } from './support.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const ENTRY = new URL('./children/import-process.ts', import.meta.url);
/** Number of times that one import is killed, each at another time. */
const KILLS = propertyRuns(4, 'IMPORT_KILLS');
const PICTURES = 12;
const TITLES = 60;
const TWINS = 60;
const BATCH = 5;

afterAll(() => removeBundle());

const created = (index: number): string => new Date(Date.UTC(2020, 0, 1) + index).toISOString();
const published = '2020-01-01T00:00:00Z';

/** Files, many batches of one type, positions in line order, and records in reference cycles. */
async function content(): Promise<string> {
  const lines = <T>(count: number, of: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => of(index));
  const pictures = await Promise.all(lines(PICTURES, (index) => picture(8 + index, 8)));
  return filesOf({
    ...Object.fromEntries(pictures.map((bytes, index) => [`pictures/${index}.png`, bytes])),
    'Image.jsonl': lines(PICTURES, (index) => ({
      '@key': `image-${index}`,
      '@created': created(index),
      publishedAt: published,
      file: { file: `pictures/${index}.png`, name: `${index}.png` },
    })),
    'Title.jsonl': lines(TITLES, (index) => ({
      '@key': `title-${index}`,
      '@created': created(index),
      publishedAt: published,
      title: `Title ${index}`,
    })),
    'ComponentGroup.jsonl': [{ '@key': 'group', '@created': created(0), reference: 'all', location: 'all' }],
    'ComponentPosition.jsonl': lines(TITLES, (index) => ({
      '@key': `position-${index}`,
      '@created': created(index),
      componentGroup: 'group',
      component: `title-${index}`,
    })),
    'Twin.jsonl': lines(TWINS, (index) => ({
      '@key': `twin-${index}`,
      '@created': created(index),
      other: `twin-${index ^ 1}`,
    })),
  });
}

const runWhole = (words: readonly string[], config: string): Promise<string[]> =>
  childImport(words, config, { isLast: () => false, after: 0 });

/** The process ends some milliseconds after the given line. */
interface Kill {
  readonly isLast: (line: string, count: number) => boolean;
  readonly after: number;
}

/** Runs `cms import` in a separate process; returns its output. */
async function childImport(
  words: readonly string[],
  config: string,
  { isLast, after }: Kill,
): Promise<string[]> {
  const child = spawn(process.execPath, [await bundle(ENTRY), config, ...words], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  const printed: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    printed.push(line);
    if (isLast(line, printed.length)) setTimeout(() => child.kill('SIGKILL'), after);
  }
  await gone;
  return printed;
}

async function configFile(config: AppConfig): Promise<string> {
  const file = join(await aFolder(), 'config.json');
  await writeFile(file, JSON.stringify(config));
  return file;
}

test('an import that is killed repeatedly and then completed has the result of one run', async () => {
  const folder = await content();
  const words = [folder, '--source', 'old', '--batch', String(BATCH)];
  const [whole, killed] = [await anApp(), await anApp()];
  const all = await runWhole(words, await configFile(whole.config));
  expect(all.at(-1)).toBe('ended with 0');

  const config = await configFile(killed.config);
  const ends: (string | undefined)[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    // Each time some milliseconds further into a unit of work; the last time when references of cycles are
    // still missing.
    const lines = 1 + Math.floor(all.length / KILLS);
    const isLast = (line: string, count: number): boolean =>
      kill === KILLS - 1 ? /^([\d,]+) of \1 records stored$/.test(line) : count === lines;
    ends.push((await childImport(words, config, { isLast, after: kill * 3 })).at(-1));
  }
  expect(ends.filter((line) => line === 'ended with 0').length).toBeLessThan(KILLS);
  expect((await runWhole(words, config)).at(-1)).toBe('ended with 0');

  const [expected, found] = [await aFolder(), await aFolder()];
  expect(await run(whole, 'export', expected)).toMatchObject({ code: 0, errors: [] });
  expect(await run(killed, 'export', found)).toMatchObject({ code: 0, errors: [] });
  expect(await contentOf(found)).toEqual(await contentOf(expected));
  expect((await run(killed, 'import', ...words)).printed.at(-1)).toMatch(/created 0, changed 0/);
  for await (const { name, differences } of killed.app.doctor.examine({ limit: 5, repair: false }))
    if (name !== 'stored-files') expect([name, differences]).toEqual([name, []]);
}, 400_000);
