import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoredDocument } from '../../support/builders.js';
import { propertyRuns } from '../../support/property-runs.js';
import { createTestClock, MINUTE } from '../publishing/support.js';
import { ADMIN, startCoreApp, violations } from './core-app.js';
import type { CoreApp } from './core-app.js';

const clock = createTestClock();
let app: CoreApp;
let component: string;
beforeAll(async () => {
  app = await startCoreApp({ clock });
  component = (await app.aWidget())['@id'];
});
afterAll(() => app.close());

/** Creates a group with positions at these sort values. */
async function aGroupWith(
  values: readonly number[],
): Promise<{ group: StoredDocument; positions: string[] }> {
  const group = await app.aGroup();
  const positions: string[] = [];
  for (const sortValue of values)
    positions.push((await app.aPosition(group, { sortValue, component }))['@id']);
  return { group, positions };
}

const valueOf = async (iri: string): Promise<number> => (await app.get(iri)).body.sortValue;
const valuesOf = (iris: readonly string[]): Promise<number[]> => Promise.all(iris.map(valueOf));

describe('sortValue of a new position', () => {
  test.for<[name: string, before: number[], sortValue: number | null | undefined, after: number[]]>([
    ['none in an empty group', [], undefined, [0]],
    ['none', [0, 1, 5], undefined, [0, 1, 5, 6]],
    ['null', [0, 1], null, [0, 1, 2]],
    ['one that is taken', [0, 1, 2], 1, [0, 2, 3, 1]],
    ['the first', [0, 1], 0, [1, 2, 0]],
    ['one that nobody has', [0, 1, 2], 5, [0, 1, 2, 5]],
    ['one in a gap', [0, 5, 6], 3, [0, 5, 6, 3]],
    ['one that is taken before a gap', [0, 1, 5], 1, [0, 2, 6, 1]],
  ])('makes room if necessary: %s', async ([, before, sortValue, after]) => {
    const { group, positions } = await aGroupWith(before);
    const created = await app.aPosition(group, {
      component,
      ...(sortValue === undefined ? {} : { sortValue }),
    });
    expect(await valuesOf([...positions, created['@id']])).toEqual(after);
  });

  test('determines the order of the members of the group', async () => {
    const { group, positions } = await aGroupWith([2, 0, 1]);
    const [two, zero, one] = positions;
    expect((await app.get(group['@id'])).body.componentPositions).toEqual([zero, one, two]);
  });
});

describe('a changed sortValue', () => {
  test.for<[name: string, before: number[], index: number, sortValue: number | null, after: number[]]>([
    ['to the same', [0, 1, 2], 1, 1, [0, 1, 2]],
    ['up', [0, 1, 2, 3], 0, 2, [2, 0, 1, 3]],
    ['down', [0, 1, 2, 3], 3, 1, [0, 2, 3, 1]],
    ['beyond the last', [0, 1, 2], 0, 9, [9, 0, 1]],
    ['null keeps the place', [0, 1, 2], 0, null, [0, 1, 2]],
  ])('moves the positions in between: %s', async ([, before, index, sortValue, after]) => {
    const { positions } = await aGroupWith(before);
    const response = await app.patch(positions[index] ?? '', { sortValue }, ADMIN);
    expect(response.status).toBe(200);
    expect(await valuesOf(positions)).toEqual(after);
  });

  test('keeps the value in a PUT without one', async () => {
    const { group, positions } = await aGroupWith([0, 1, 2]);
    const body = { componentGroup: group['@id'], component };
    expect((await app.put(positions[1] ?? '', body, ADMIN)).status).toBe(200);
    expect(await valuesOf(positions)).toEqual([0, 1, 2]);
  });

  test('leaves a gap when it is deleted', async () => {
    const { positions } = await aGroupWith([0, 1, 2]);
    await app.delete(positions[1] ?? '', ADMIN);
    expect(await valuesOf([positions[0] ?? '', positions[2] ?? ''])).toEqual([0, 2]);
  });

  test('marks moved siblings as modified', async () => {
    const { group, positions } = await aGroupWith([0]);
    const before = (await app.get(positions[0] ?? '')).body;
    clock.forward(MINUTE);
    await app.aPosition(group, { sortValue: 0, component });
    expect((await app.get(positions[0] ?? '')).body.modifiedAt > before.modifiedAt).toBe(true);
  });
});

describe('a move to another group', () => {
  test('leaves a gap in the old group and gets its value in the new one', async () => {
    const from = await aGroupWith([0, 1, 2]);
    const to = await aGroupWith([0, 1, 2]);
    const moved = from.positions[1] ?? '';
    expect((await app.patch(moved, { componentGroup: to.group['@id'] }, ADMIN)).body.sortValue).toBe(1);
    expect(await valuesOf([from.positions[0] ?? '', from.positions[2] ?? ''])).toEqual([0, 2]);
    expect(await valuesOf(to.positions)).toEqual([0, 2, 3]);
    await app.patch(moved, { componentGroup: from.group['@id'], sortValue: 0 }, ADMIN);
    expect(await valuesOf([moved, from.positions[0] ?? '', from.positions[2] ?? ''])).toEqual([0, 1, 3]);
  });

  test('happens when a group lists the position, and one missing from the list is deleted', async () => {
    const from = await aGroupWith([0]);
    const to = await aGroupWith([0, 1]);
    const list = [to.positions[1], from.positions[0]];
    const { status, body } = await app.patch(to.group['@id'], { componentPositions: list }, ADMIN);
    expect(status).toBe(200);
    expect(new Set(body.componentPositions)).toEqual(new Set(list));
    expect((await app.get(to.positions[0] ?? '')).status).toBe(404);
    expect((await app.get(from.group['@id'])).body.componentPositions).toEqual([]);
  });
});

describe('the limits of the range', () => {
  test('result in 422 for a group without room, and nothing moves', async () => {
    const { group, positions } = await aGroupWith([0, 2_147_483_647]);
    const post = (body: object) =>
      app.post('/_/component_positions', { componentGroup: group['@id'], component, ...body }, ADMIN);
    for (const response of [
      await post({}),
      await post({ sortValue: 0 }),
      await post({ sortValue: 2_147_483_648 }),
    ]) {
      expect(response.status).toBe(422);
      expect(violations(response).map(([path]) => path)).toEqual(['sortValue']);
    }
    expect(await valuesOf(positions)).toEqual([0, 2_147_483_647]);
  });
});

type Step =
  | { readonly kind: 'create'; readonly value: number | null }
  | { readonly kind: 'update'; readonly index: number; readonly value: number }
  | { readonly kind: 'delete'; readonly index: number };

describe('any sequence of writes', () => {
  test('has the result of the rules, step by step', async () => {
    const step: fc.Arbitrary<Step> = fc.oneof(
      fc.record({ kind: fc.constant('create' as const), value: fc.option(fc.integer({ min: 0, max: 6 })) }),
      fc.record({
        kind: fc.constant('update' as const),
        index: fc.nat(9),
        value: fc.integer({ min: 0, max: 8 }),
      }),
      fc.record({ kind: fc.constant('delete' as const), index: fc.nat(9) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const group = await app.aGroup();
        const model = new Map<string, number>();
        for (const one of steps) await perform(one, model, group);
        const iris: string[] = (await app.get(group['@id'])).body.componentPositions;
        const stored = await Promise.all(iris.map(async (iri) => [iri, await valueOf(iri)] as const));
        expect(new Map(stored)).toEqual(model);
        await app.delete(group['@id'], ADMIN);
        component = (await app.aWidget())['@id'];
      }),
      { numRuns: propertyRuns(20) },
    );
  });

  /** Applies the table of core.md section 8.1 to a map from position to sort value. */
  async function perform(step: Step, model: Map<string, number>, group: StoredDocument): Promise<void> {
    const shift = (test: (value: number) => boolean, by: number, self?: string): void => {
      for (const [iri, value] of model) if (iri !== self && test(value)) model.set(iri, value + by);
    };
    if (step.kind === 'create') {
      const value = step.value ?? (model.size === 0 ? 0 : Math.max(...model.values()) + 1);
      if ([...model.values()].includes(value)) shift((other) => other >= value, 1);
      const created = await app.aPosition(group, { component, sortValue: step.value });
      model.set(created['@id'], value);
      return;
    }
    const iri = [...model.keys()][step.index % Math.max(1, model.size)];
    if (iri === undefined) return;
    if (step.kind === 'delete') {
      // Deleting its last use would delete the component too.
      if (model.size === 1) return;
      await app.delete(iri, ADMIN);
      model.delete(iri);
      return;
    }
    const old = model.get(iri) ?? 0;
    if (step.value > old) shift((value) => value > old && value <= step.value, -1, iri);
    else shift((value) => value >= step.value && value < old, 1, iri);
    model.set(iri, step.value);
    await app.patch(iri, { sortValue: step.value }, ADMIN);
  }
});

describe('parallel writes in one group', () => {
  test('give twenty new positions twenty sort values', async () => {
    const group = await app.aGroup();
    const created = await Promise.all(Array.from({ length: 20 }, () => app.aPosition(group, { component })));
    const values = await valuesOf(created.map((position) => position['@id']));
    expect(values.sort((left, right) => left - right)).toEqual([...values.keys()]);
  });

  test('at the same value move one another on', async () => {
    const group = await app.aGroup();
    const created = await Promise.all(
      Array.from({ length: 20 }, () => app.aPosition(group, { component, sortValue: 0 })),
    );
    const values = await valuesOf(created.map((position) => position['@id']));
    expect(values.sort((left, right) => left - right)).toEqual([...values.keys()]);
  });

  test('keep every value unique in simultaneous moves', async () => {
    const { positions } = await aGroupWith([0, 1, 2, 3, 4, 5, 6, 7]);
    const answers = await Promise.all(
      positions.map((iri, index) => app.patch(iri, { sortValue: (index * 3) % 8 }, ADMIN)),
    );
    expect(answers.map(({ status }) => status)).toEqual(positions.map(() => 200));
    expect((await valuesOf(positions)).sort((left, right) => left - right)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('keep every value unique in each of two groups in moves between them', async () => {
    const one = await aGroupWith([0, 1, 2, 3, 4, 5, 6, 7]);
    const two = await aGroupWith([0, 1, 2, 3, 4, 5, 6, 7]);
    const move = async (position: string, { group }: { group: StoredDocument }) =>
      (await app.patch(position, { componentGroup: group['@id'], sortValue: 3 }, ADMIN)).status;
    const answers = await Promise.all([
      ...one.positions.map((position) => move(position, two)),
      ...two.positions.map((position) => move(position, one)),
    ]);
    expect(answers).toEqual(answers.map(() => 200));
    for (const { positions } of [one, two]) expect(new Set(await valuesOf(positions)).size).toBe(8);
  });

  test('keep every value unique while components take over siblings of the moved positions', async () => {
    const { positions } = await aGroupWith([0, 1, 2, 3, 4, 5, 6, 7]);
    const adopting = await Promise.all(positions.slice(0, 4).map(() => app.aWidget()));
    const answers = await Promise.all([
      ...positions.map((iri, index) => app.patch(iri, { sortValue: (index * 3) % 8 }, ADMIN)),
      ...adopting.map((widget, index) =>
        app.patch(widget['@id'], { componentPositions: [positions[index]] }, ADMIN),
      ),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await valuesOf(positions)).sort((left, right) => left - right)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});
