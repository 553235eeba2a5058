import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/kernel/contract/json.js';
import { aMigratedProject, type MigratedProject } from './migrated-project.js';
import { createContent } from './stored-content.js';

const text = { type: ['string', 'null'], maxLength: 80 };
const number = { type: ['integer', 'null'] };
const title = (properties: JsonObject): readonly JsonObject[] => [
  { title: 'Title', type: 'object', 'x-resource': 'component', properties },
];
const renamed = (member: JsonObject, from: string): JsonObject => ({ ...member, 'x-renamed-from': [from] });

const START = title({ headline: text, kicker: text, count: number, place: text });
/** The first step gives all of them temporary names, the second one gives each the name of another. */
const PASSING = title({
  headlineThen: renamed(text, 'headline'),
  kickerThen: renamed(text, 'kicker'),
  countThen: renamed(number, 'count'),
  placeThen: renamed(text, 'place'),
});
const SWAPPED = title({
  headline: renamed(text, 'kickerThen'),
  kicker: renamed(text, 'headlineThen'),
  count: renamed(text, 'placeThen'),
  place: renamed(number, 'countThen'),
});

async function aFilledProject(): Promise<MigratedProject> {
  const project = await aMigratedProject();
  await project.write(START);
  await project.generate();
  await (await project.migrator()).run();
  await createContent(project).fill();
  return project;
}

interface Row {
  readonly headline: unknown;
  readonly kicker: unknown;
  readonly count: unknown;
  readonly place: unknown;
}

async function rowsOf({ query, table, column }: MigratedProject): Promise<readonly Row[]> {
  const list = ['headline', 'kicker', 'count', 'place'].map(column).join(', ');
  const rows = await query(`select ${list} from ${table('titles')} order by id`);
  return rows.map(({ headline, kicker, count, place }) => ({ headline, kicker, count, place }));
}

const swap = ({ headline, kicker, count, place }: Row): Row => ({
  headline: kicker,
  kicker: headline,
  count: place,
  place: count,
});

describe('two members that swap their names through temporary ones', () => {
  test.each<[string, (project: MigratedProject) => Promise<unknown>]>([
    ['each step', async (project) => (await project.migrator()).run()],
    ['both at once', () => Promise.resolve()],
    ['cms dev', (project) => project.dev()],
  ])('swap the values of all rows, applied by %s', async (_, step) => {
    const project = await aFilledProject();
    const before = await rowsOf(project);
    expect(before.length).toBeGreaterThan(1);
    for (const schemas of [PASSING, SWAPPED]) {
      await project.write(schemas);
      expect(await project.generate()).toHaveLength(1);
      await step(project);
    }
    await (await project.migrator()).run();
    expect(await rowsOf(project)).toEqual(before.map(swap));
    expect(await (await project.migrator()).drift()).toEqual([]);
  });

  test('are refused with this advice if they are swapped in one step', async () => {
    const project = await aFilledProject();
    await project.write(title({ headline: renamed(text, 'kicker'), kicker: renamed(text, 'headline') }));
    await expect(project.generate()).rejects.toThrow(
      /"kicker" still exists[^]*To swap two names, rename both members, run `cms generate`/,
    );
  });
});
