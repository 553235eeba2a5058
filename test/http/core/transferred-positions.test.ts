import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { StoredDocument } from '../../support/builders.js';
import { uniqueName } from '../../support/builders.js';
import type { TestResponse } from '../../support/test-client.js';
import { ADMIN, startCoreApp, violations } from './core-app.js';
import type { CoreApp } from './core-app.js';

let app: CoreApp;
let component: string;
beforeAll(async () => {
  app = await startCoreApp();
  component = (await app.aWidget())['@id'];
});
afterAll(() => app.close());

async function aGroupWith(values: readonly number[]): Promise<{ group: StoredDocument; own: string[] }> {
  const group = await app.aGroup();
  const own: string[] = [];
  for (const sortValue of values) own.push((await app.aPosition(group, { sortValue, component }))['@id']);
  return { group, own };
}

/** Creates positions at these sort values, each in a separate group unless they fit into one. */
async function strangers(values: readonly number[]): Promise<string[]> {
  const shared = new Set(values).size === values.length ? await app.aGroup() : undefined;
  const made: string[] = [];
  for (const sortValue of values) {
    const group = shared ?? (await app.aGroup());
    made.push((await app.aPosition(group, { sortValue, component }))['@id']);
  }
  return made;
}

const valuesOf = (iris: readonly string[]): Promise<number[]> =>
  Promise.all(iris.map(async (iri) => (await app.get(iri)).body.sortValue));

const list = (group: StoredDocument, componentPositions: readonly string[]): Promise<TestResponse> =>
  app.patch(group['@id'], { componentPositions }, ADMIN);

describe('positions that are moved to a group', () => {
  test('keep their values, and those in the group make room', async () => {
    const { group, own } = await aGroupWith([0, 1, 5]);
    const adopted = await strangers([1, 1, 3]);
    expect((await list(group, [...own, ...adopted])).status).toBe(200);
    // 1 moves 1 and 5 on; 1 again moves 1, 2 and 6 on; 3 is taken then, and moves 3 and 7 on.
    expect(await valuesOf([...own, ...adopted])).toEqual([0, 4, 8, 2, 1, 3]);
    for (const iri of adopted) expect((await app.get(iri)).body.componentGroup).toBe(group['@id']);
  });

  test('have the same result as single moves one after the other', async () => {
    const value = fc.integer({ min: 0, max: 5 });
    const own = fc.uniqueArray(value, { maxLength: 4 });
    const adopted = fc.array(value, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(own, adopted, async (ownValues, adoptedValues) => {
        const [one, other] = [await aGroupWith(ownValues), await aGroupWith(ownValues)];
        const [adoptees, movers] = [await strangers(adoptedValues), await strangers(adoptedValues)];
        expect((await list(one.group, [...one.own, ...adoptees])).status).toBe(200);
        for (const mover of movers) await app.patch(mover, { componentGroup: other.group['@id'] }, ADMIN);
        expect(await valuesOf([...one.own, ...adoptees])).toEqual(await valuesOf([...other.own, ...movers]));
      }),
      { numRuns: 12 },
    );
  });

  test('count as modified, like those that make room, and the others do not', async () => {
    const { group, own } = await aGroupWith([0, 1]);
    const adopted = await strangers([1]);
    const modified = (): Promise<string[]> =>
      Promise.all([...own, ...adopted].map(async (iri) => (await app.get(iri)).body.modifiedAt));
    const before = await modified();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await list(group, [...own, ...adopted]);
    const after = await modified();
    expect(after.map((moment, index) => moment > (before[index] ?? ''))).toEqual([false, true, true]);
  });

  test('are shown in order in the response, of a new group too', async () => {
    const [second, first] = await strangers([7, 2]);
    const created = await app.aGroup({ componentPositions: [second ?? '', first ?? ''] });
    expect(created.componentPositions).toEqual([first, second]);
  });

  test('can exceed the number of parameters of one statement', async () => {
    const many = 1100;
    const from = await app.aGroup();
    const group = await aGroupWith([0]);
    await fill(from, many);
    const positions = (await app.get(from['@id'])).body.componentPositions as string[];
    expect(positions).toHaveLength(many);
    const { status, body } = await list(group.group, [...group.own, ...positions]);
    expect([status, body.componentPositions]).toEqual([200, [...positions, ...group.own]]);
    expect((await app.get(from['@id'])).body.componentPositions).toEqual([]);
  });

  test.each([
    ['without collisions', (index: number) => index + 10],
    ['that all collide', () => 0],
  ])('cost the same number of statements, however many there are, %s', async (_name, valueAt) => {
    const counts: number[] = [];
    for (const many of [2, 20]) {
      const { group, own } = await aGroupWith([0]);
      const adopted = await strangers(Array.from({ length: many }, (_entry, index) => valueAt(index)));
      app.takeStatements();
      const { status, body } = await list(group, [...own, ...adopted]);
      counts.push(app.takeStatements().length);
      expect([status, body.componentPositions.length]).toEqual([200, many + 1]);
    }
    expect(counts[1]).toBe(counts[0]);
  });
});

/** Creates copies of one position at the values from 0 on. */
async function fill(group: StoredDocument, many: number): Promise<void> {
  const groupId = String(group['@id'].split('/').at(-1));
  const componentId = String(component.split('/').at(-1));
  const now = new Date();
  await app.app.database.transaction((session) =>
    session.insert(
      'component_position',
      Array.from({ length: many }, (_entry, index) => ({
        id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        component_group_id: groupId,
        component_id: componentId,
        sort_value: index,
        created_at: now,
        modified_at: now,
      })),
    ),
  );
}

describe('positions that a group rejects', () => {
  /** Expects an error that has changed nothing. */
  async function expectRefused(
    body: JsonObject,
    status: number,
    group?: StoredDocument,
  ): Promise<TestResponse> {
    const rows = await app.countRows();
    const answer = await (group === undefined
      ? app.post('/_/component_groups', { reference: uniqueName('g'), location: 'x', ...body }, ADMIN)
      : app.patch(group['@id'], body, ADMIN));
    expect(answer.status, answer.text).toBe(status);
    expect(await app.countRows()).toEqual(rows);
    return answer;
  }

  test('are rejected because of the type of their component, and none is moved', async () => {
    const from = await app.aGroup();
    const fine = (await app.aPosition(from, { component: (await app.aSpecimen())['@id'] }))['@id'];
    const wrong = (await app.aPosition(from, { component }))['@id'];
    const body = { componentPositions: [fine, wrong], allowedComponents: ['Specimen'] };
    const answer = await expectRefused(body, 422);
    expect(violations(answer)).toEqual([
      ['', expect.stringContaining('/component/widgets` is not permitted')],
    ]);
    expect((await app.get(from['@id'])).body.componentPositions).toEqual([fine, wrong]);
  });

  test('are rejected because there is no room', async () => {
    const { group, own } = await aGroupWith([0, 2_147_483_647]);
    const adopted = await strangers([0]);
    const answer = await expectRefused({ componentPositions: [...own, ...adopted] }, 422, group);
    expect(violations(answer).map(([path]) => path)).toEqual(['sortValue']);
    expect(await valuesOf([...own, ...adopted])).toEqual([0, 2_147_483_647, 0]);
  });
});

describe('two groups that list the same positions simultaneously', () => {
  test('end with each position in one of them', async () => {
    const positions = await strangers([0, 1, 2, 3]);
    const groups = [await app.aGroup(), await app.aGroup()];
    const answers = await Promise.all(
      groups.map((group, index) => list(group, index === 0 ? positions : [...positions].reverse())),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const held = await Promise.all(
      groups.map(async (group) => (await app.get(group['@id'])).body.componentPositions as string[]),
    );
    expect(held.flat().sort()).toEqual([...positions].sort());
  });
});
