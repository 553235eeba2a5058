import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../../runtime/app.js';
import { openScaffoldStore } from '../../../runtime/console/open-application.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { createRecordReader } from '../../../runtime/kernel/records/record-reader.js';
import type { ScaffoldRecord, ScaffoldStore } from '../../../runtime/scaffold/scaffold-store.js';
import { defineScaffold, loadScaffold } from '../../../runtime/scaffold/scaffold.js';
import type { GroupBuilder } from '../../../runtime/scaffold/builders.js';
import type { Site } from '../../../runtime/scaffold/site-builder.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** The same store, which creates one record after the other. */
function oneByOne(store: ScaffoldStore): ScaffoldStore {
  return {
    ...store,
    async createAll(type, bodies) {
      const records: ScaffoldRecord[] = [];
      for (const body of bodies) records.push(...(await store.createAll(type, [body])));
      return records;
    },
  };
}

class Undone extends Error {}

/** Returns the result of a load, which is undone afterwards: its summary, and all content by names instead of ids. */
async function outcomeOf(
  declare: (site: Site) => void,
  wrap: (store: ScaffoldStore) => ScaffoldStore,
): Promise<unknown> {
  let outcome: unknown;
  const work = app.app.inTransaction(async (within) => {
    const store = wrap(await openScaffoldStore(within, SILENT_LOGGER));
    const { report } = await loadScaffold(defineScaffold(declare), { store, admin: within.config.admin });
    outcome = { report, content: await contentOf(within) };
    throw new Undone();
  });
  await expect(work).rejects.toBeInstanceOf(Undone);
  return outcome;
}

const TYPES = ['Layout', 'Page', 'Route', 'Title', 'ComponentGroup', 'ComponentPosition'];
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

async function contentOf({ registry, database }: App): Promise<readonly string[]> {
  const reader = createRecordReader(registry, database);
  const all = (type: string) => reader.statements(type).where('1 = 1').all(database, {});
  const records = (await Promise.all(TYPES.map(all))).flat();
  const names = new Map<string, string>();
  const named = (text: string): string => text.replaceAll(UUID, (id) => names.get(id) ?? id);
  for (const { id, type, values } of records) {
    const { title, reference, path } = values;
    names.set(id, named(`${type} ${String(type === 'Page' ? reference : (path ?? title ?? reference))}`));
  }
  for (const { id, type, values } of records)
    if (type === 'ComponentPosition')
      names.set(id, named(`${JSON.stringify(values.componentGroup)} ${String(values.sortValue)}`));
  // Records that are created one by one within a millisecond are listed by ids, which are random.
  const inNamedOrder = (_key: string, value: unknown): unknown =>
    Array.isArray(value) ? value.map((entry) => named(JSON.stringify(entry))).sort() : value;
  return records
    .map(({ type, values }) => {
      const { createdAt, modifiedAt, liveAt, ...others } = values;
      expect([createdAt, modifiedAt].every((date) => date === undefined || date instanceof Date)).toBe(true);
      return named(
        JSON.stringify(
          { type, isLive: liveAt === undefined ? null : liveAt !== null, ...others },
          inNamedOrder,
        ),
      );
    })
    .sort();
}

interface PageSketch {
  readonly path: number | null;
  readonly name: number | null;
  readonly isHidden: boolean;
  readonly places: readonly (number | null)[];
  readonly inner: number;
  readonly isNested: boolean;
}

const pageSketch: fc.Arbitrary<PageSketch> = fc.record({
  path: fc.option(fc.nat({ max: 12 })),
  name: fc.option(fc.nat({ max: 12 }), { freq: 1 }),
  isHidden: fc.boolean(),
  places: fc.array(fc.option(fc.nat({ max: 6 })), { maxLength: 5 }),
  inner: fc.nat({ max: 2 }),
  isNested: fc.boolean(),
});

const PUBLISHED = new Date('2024-01-01T00:00:00Z');

function declareSite(site: Site, sketches: readonly PageSketch[]): void {
  site.layout('main', 'Primary');
  const often = site.component('Title', { title: 'often', publishedAt: PUBLISHED });
  const everywhere = (group: GroupBuilder): void => void group.add(often);
  for (const [number, { path, name, isHidden, places, inner, isNested }] of sketches.entries()) {
    const title = (suffix: string) =>
      site.component('Title', { title: `title ${number} ${suffix}`, publishedAt: PUBLISHED });
    const builder = site.page(`page-${number}`, 'Primary', 'main', {
      ...(path === null ? {} : { route: `/path/${path}` }),
      ...(name === null ? {} : { routeName: `name-${name}` }),
      configure(page) {
        page.title(`Page ${number % 4}`).group('shared', { locationReference: 'all', configure: everywhere });
        if (isHidden) page.liveAt(null);
        page.group('own', (group) => {
          for (const [index, place] of places.entries()) {
            const component = title(String(index));
            if (index < inner) component.group('inner', (within) => within.add(title(`${index} inner`)));
            if (place === null) group.add(component);
            else group.add(component, place);
          }
        });
      },
    });
    if (isNested && path !== null)
      builder.nested(() => void site.page(`child-${number}`, 'Primary', 'main').withoutRoute());
  }
}

describe('records that a scaffold stores together', () => {
  test('equal those that it stores one by one', async () => {
    const sites = fc.array(pageSketch, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(sites, async (sketches) => {
        const declare = (site: Site): void => declareSite(site, sketches);
        const together = await outcomeOf(declare, (store) => store);
        expect(together).toEqual(await outcomeOf(declare, oneByOne));
      }),
      { numRuns: 12 },
    );
  });

  test('are dated in the order in which they were declared', async () => {
    const titles = Array.from({ length: 30 }, (_, index) => `dated ${index}`);
    await app.app.inTransaction(async (within) =>
      loadScaffold(
        defineScaffold((site) => {
          site.layout('main', 'Primary').group('dated', (group) => {
            for (const title of titles) group.add(site.component('Title', { title, publishedAt: PUBLISHED }));
          });
        }),
        { store: await openScaffoldStore(within, SILENT_LOGGER), admin: within.config.admin },
      ),
    );
    const { body } = await app.get('/component/titles', { as: 'admin' });
    const listed = (body as { readonly member: readonly { readonly title: string }[] }).member;
    expect(listed.map(({ title }) => title)).toEqual(titles.toReversed());
  });

  test('cost the same statements for ten components and for a hundred', async () => {
    const statementsOf = async (count: number): Promise<number> => {
      app.takeStatements();
      await outcomeOf(
        (site) => {
          site.layout('main', 'Primary').group('many', (group) => {
            for (let number = 0; number < count; number += 1)
              group.add(site.component('Title', { title: `many ${number}`, publishedAt: PUBLISHED }));
          });
        },
        (store) => store,
      );
      return app.takeStatements().length;
    };
    expect(await statementsOf(100)).toBe(await statementsOf(10));
  });
});
