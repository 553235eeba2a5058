import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataUri, picture, startUploadsApp, type UploadsApp } from '../uploads/support.js';
import { anEmptyPlace, backUp, complaintsOf, restoreInto } from './restored-site.js';

/** `.ci/nightly` tries more. */
const ROUNDS = Number(process.env.BACKUP_ROUNDS ?? 1);
const WRITERS = 3;
const RECORDS = 6;
const BROCHURES = '/component/brochures';

let app: UploadsApp;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cms-backup-'));
  app = await startUploadsApp();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the file content of write `number` of a writer, large enough that a copy takes a while. */
const contentOf = (writer: number, number: number): string =>
  `writer ${writer} write ${number} `.padEnd(4_000, 'text ');

/** Writes sequentially: a new record with a file, or a new file for one of its records. */
interface Writer {
  /** The record of each write, by the number of the write. */
  readonly records: readonly string[];
  /** Number of acknowledged writes. */
  readonly acknowledged: () => number;
  stop(): Promise<void>;
}

function startWriter(id: number): Writer {
  const records: string[] = [];
  let acknowledged = 0;
  let isStopped = false;
  async function work(): Promise<void> {
    for (let number = 0; !isStopped; number += 1) {
      const documentFile = dataUri('text/plain', contentOf(id, number));
      if (number < RECORDS) {
        const { '@id': iri } = await app.create(BROCHURES, {
          documentFile,
          publishedAt: '2020-01-01T00:00:00Z',
        });
        records.push(iri);
      } else {
        const iri = records[number % RECORDS] ?? '';
        records.push(iri);
        const publishedAt = '2020-01-01T00:00:00Z';
        const { status, text } = await app.patch(iri, { documentFile, publishedAt }, { as: 'admin' });
        expect(status, text).toBe(200);
      }
      acknowledged = number + 1;
    }
  }
  const working = work();
  return {
    records,
    acknowledged: () => acknowledged,
    stop() {
      isStopped = true;
      return working;
    },
  };
}

test(
  'a backup during writes has the state between two completed writes, with every file of it',
  { timeout: (1 + ROUNDS) * 200_000 },
  async () => {
    const image = await picture(300, 200);
    for (let index = 0; index < 3; index += 1)
      await app.create('/component/images', { file: dataUri('image/png', image) });
    const writers = Array.from({ length: WRITERS }, (_, id) => startWriter(id));
    try {
      for (let round = 0; round < ROUNDS; round += 1) await tryRound(writers, round);
    } finally {
      for (const writer of writers) await writer.stop();
    }
  },
);

async function tryRound(writers: readonly Writer[], round: number): Promise<void> {
  const goal = writers.map(({ acknowledged }) => acknowledged() + RECORDS + 2);
  while (writers.some(({ acknowledged }, id) => acknowledged() < (goal[id] ?? 0))) await sleep(5);
  const before = writers.map(({ acknowledged }) => acknowledged());
  const file = join(folder, `round-${round}.tar`);
  const { missing } = await backUp(app, file);
  expect(missing).toEqual([]);
  const after = writers.map(({ records }) => records.length);

  const place = await anEmptyPlace(app.config);
  await restoreInto(place.config, file);
  const restored = await place.serve();
  try {
    expect(await complaintsOf(restored)).toEqual([]);
    for (const [id, { records }] of writers.entries()) {
      const found = await numbersIn(restored, id, new Set(records));
      const last = Math.max(...found.values());
      expect(last + 1).toBeGreaterThanOrEqual(before[id] ?? 0);
      expect(last + 1).toBeLessThanOrEqual(after[id] ?? 0);
      const wanted = new Map(records.slice(0, last + 1).map((iri, number) => [iri, number]));
      expect(found).toEqual(wanted);
    }
  } finally {
    await restored.close();
    await place.drop();
  }
}

/** Returns the last write that each record of a writer shows, by the content of its file. */
async function numbersIn(
  site: UploadsApp,
  writer: number,
  iris: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  const numbers = new Map<string, number>();
  for (const iri of iris) {
    const { status, text } = await site.get(`${iri}/download/documentFile`, { as: 'admin' });
    if (status === 404) continue;
    const number = Number(/write (\d+)/.exec(text)?.[1]);
    expect([status, text]).toEqual([200, contentOf(writer, number)]);
    numbers.set(iri, number);
  }
  return numbers;
}
