import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import { testTypes } from '../../support/test-types.js';
import type { CoreApp } from '../core/core-app.js';
import { startCoreApp } from '../core/core-app.js';
import { createTestClock } from '../publishing/support.js';

const DAY = 86_400_000;

const manifest: Manifest = {
  ...testTypes,
  resources: testTypes.resources.map((resource) =>
    resource.name === 'Specimen'
      ? {
          ...resource,
          filters: [
            { parameter: 'at', field: 'startsAt', strategy: 'date', caseSensitive: true },
            { parameter: 'on', field: 'day', strategy: 'date', caseSensitive: true },
            { parameter: 'within', field: 'startsAt', strategy: 'range', caseSensitive: true },
            { parameter: 'day', field: 'day', strategy: 'exact', caseSensitive: true },
            { parameter: 'is', field: 'name', strategy: 'exact', caseSensitive: true },
          ],
        }
      : resource,
  ),
};

const clock = createTestClock();
let app: CoreApp;
const midnight = (): number => Math.floor(clock.now().getTime() / DAY) * DAY;
beforeAll(async () => {
  app = await startCoreApp({
    manifest,
    clock,
    config: { cache_headers: { shared_max_age: 3_000_000 } },
  });
  // Six hours into a day, so that no test runs at midnight.
  clock.forward(DAY + 6 * 3_600_000 - (clock.now().getTime() - midnight()));
  for (const [name, days, hours] of [
    ['last week', -7, 10],
    ['this morning', 0, 4],
    ['tonight', 0, 20],
    ['in a week', 7, 10],
  ] as const) {
    const moment = new Date(midnight() + days * DAY + hours * 3_600_000).toISOString();
    await app.aSpecimen({ name, startsAt: moment, day: moment.slice(0, 10) });
  }
});
afterAll(() => app.close());

async function find(query: string): Promise<string[]> {
  const { status, body } = await app.get(`/component/specimens?perPage=40&${query}`);
  expect(status).toBe(200);
  return body.member.map(({ name }: { name: string }) => name).toSorted();
}

describe('a date filter', () => {
  test.each<[string, string[]]>([
    ['at[after]=now', ['in a week', 'tonight']],
    ['at[after]=today', ['in a week', 'this morning', 'tonight']],
    ['at[strictly_before]=today', ['last week']],
    ['at[after]=today&at[strictly_before]=today%2B1d', ['this morning', 'tonight']],
    ['at[after]=today&at[strictly_before]=today+1d', ['this morning', 'tonight']],
    ['at[after]=today+7+days', ['in a week']],
    ['at[after]=now-3h&at[before]=now%2B15h', ['this morning', 'tonight']],
    ['at[before]=now+15h&at[after]=now', ['tonight']],
    ['within[between]=today-7d..today', ['last week']],
    ['within[between]=today..today%2B8d', ['in a week', 'this morning', 'tonight']],
    ['on[after]=today', ['in a week', 'this morning', 'tonight']],
    ['on[after]=now', ['in a week', 'this morning', 'tonight']],
    ['on[strictly_after]=today', ['in a week']],
    ['day=today', ['this morning', 'tonight']],
    ['day=today+1w', ['in a week']],
    ['day[]=today-7d&day[]=today%2B7d', ['in a week', 'last week']],
    ['is=today', []],
  ])('%s finds %j', async (query, want) => {
    expect(await find(query)).toEqual(want);
  });

  test.each(['at[after]=tomorrow', 'at[after]=today+7', 'at[after]=today+7m', 'within[between]=today'])(
    '%s is not a valid value of the member',
    async (query) => {
      expect(await find(query)).toEqual([]);
      const { headers } = await app.get(`/component/specimens?${query}`);
      expect(headers.get('x-ignored')).toContain(`?${query.slice(0, query.indexOf('='))}`);
    },
  );

  test('works as a default parameter of a Collection component', async () => {
    const { '@id': iri } = await app.create('/component/collections', {
      resourceIri: '/component/specimens',
      defaultQueryParameters: { 'at[after]': 'today+1d' },
    });
    const { body } = await app.get(iri);
    expect(body.collection.member.map(({ name }: { name: string }) => name)).toEqual(['in a week']);
  });
});

describe('a list with a relative date', () => {
  let secondsOf: (query: string, path?: string) => Promise<number>;
  beforeEach(() => {
    secondsOf = async (query, path = '/component/specimens') => {
      const { headers } = await app.get(`${path}?${query}`, { as: 'anonymous' });
      return Number(/s-maxage=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1] ?? 0);
    };
  });

  test('is cached until midnight UTC for today, and not for now', async () => {
    const left = Math.floor((midnight() + DAY - clock.now().getTime()) / 1000);
    expect(await secondsOf('at[after]=2020-01-01')).toBe(3_000_000);
    expect(await secondsOf('is=today')).toBe(3_000_000);
    expect(Math.abs((await secondsOf('at[after]=today-7d')) - left)).toBeLessThanOrEqual(1);
    expect(await secondsOf('at[after]=now')).toBe(0);
    expect(await secondsOf('within[between]=2020-01-01..now+1d')).toBe(0);
  });

  test('limits the cache lifetime of a Collection component that shows it', async () => {
    const { '@id': iri } = await app.create('/component/collections', {
      resourceIri: '/component/specimens',
      defaultQueryParameters: { 'at[after]': 'now' },
    });
    expect(await secondsOf('', iri)).toBe(0);
  });
});
