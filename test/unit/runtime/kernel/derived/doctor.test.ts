import { describe, expect, test } from 'vitest';
import type { ConsistencyCheck } from '../../../../../runtime/kernel/contract/records/derived.js';
import type { Database } from '../../../../../runtime/kernel/contract/database/database.js';
import { collectDerived } from '../../../../../runtime/kernel/derived/collect-derived.js';
import { describeDiagnosis } from '../../../../../runtime/kernel/derived/describe-diagnosis.js';
import { createDoctor, type Diagnosis } from '../../../../../runtime/kernel/derived/doctor.js';

const ADVICE = 'Look at it.';
// Checks bring their dependencies.
const noDatabase = {
  database: {} as Database,
  writeOutOfBand: () => Promise.reject(new Error('nothing is written')),
};

/** A check that returns these lines, one list per call. */
function aCheck(looks: readonly (readonly string[])[], parts: Partial<ConsistencyCheck> = {}) {
  const left = [...looks];
  const find = (limit: number) => Promise.resolve((left.shift() ?? []).slice(0, limit));
  return { name: 'counts', advice: ADVICE, find, ...parts };
}

async function examine(check: ConsistencyCheck, options: { limit?: number; repair?: boolean } = {}) {
  const doctor = createDoctor({ derived: [], checks: [check] }, noDatabase);
  const found: Diagnosis[] = [];
  for await (const one of doctor.examine({ limit: 2, repair: false, ...options })) found.push(one);
  return found;
}

const WELL = { name: 'counts', status: 'ok', differences: [], hasMore: false, advice: null };

describe('an examination', () => {
  test('reports differences that two passes find', async () => {
    expect(await examine(aCheck([['a', 'b'], ['b']]))).toEqual([
      { name: 'counts', status: 'differs', differences: ['b'], hasMore: false, advice: ADVICE },
    ]);
  });

  test('ignores differences that a concurrent write is about to resolve', async () => {
    expect(await examine(aCheck([['a'], ['b']]))).toEqual([WELL]);
    expect(await examine(aCheck([['a'], []]))).toEqual([WELL]);
  });

  test('reports that there are more than the limit, also if both passes found different rows', async () => {
    expect(
      await examine(
        aCheck([
          ['a', 'b', 'c'],
          ['d', 'e', 'f'],
        ]),
      ),
    ).toMatchObject([{ differences: ['d', 'e'], hasMore: true }]);
  });

  test('repairs only what differs', async () => {
    let repairs = 0;
    const repair = () => Promise.resolve(void (repairs += 1));
    expect(await examine(aCheck([['a'], ['a'], []], { repair }), { repair: true })).toEqual([
      { name: 'counts', status: 'repaired', differences: ['a'], hasMore: false, advice: null },
    ]);
    expect(await examine(aCheck([], { repair }), { repair: true })).toEqual([WELL]);
    expect(repairs).toBe(1);
  });

  test('reports what remains after a repair', async () => {
    const check = aCheck([['a', 'b'], ['a', 'b'], ['b'], ['b']], { repair: () => Promise.resolve() });
    expect(await examine(check, { repair: true })).toMatchObject([
      { status: 'differs', differences: ['b'], advice: expect.stringMatching(/repair did not fix/) },
    ]);
  });

  test('leaves differences without a repair to the administrator', async () => {
    expect(await examine(aCheck([['a'], ['a']]), { repair: true })).toMatchObject([
      { status: 'differs', differences: ['a'], advice: ADVICE },
    ]);
  });
});

describe('the lines of a diagnosis', () => {
  test.each<[string, Diagnosis, readonly string[]]>([
    ['a passed check', WELL as Diagnosis, ['counts: ok']],
    [
      'a failed check',
      { name: 'counts', status: 'differs', differences: ['a', 'b'], hasMore: true, advice: ADVICE },
      ['counts: differs', '  a', '  b', '  and more', `  ${ADVICE}`],
    ],
    [
      'a repaired check',
      { name: 'counts', status: 'repaired', differences: ['a'], hasMore: false, advice: null },
      ['counts: repaired these differences', '  a'],
    ],
  ])('print %s', (_name, diagnosis, lines) => {
    expect(describeDiagnosis(diagnosis)).toEqual(lines);
  });
});

describe('derived data of features', () => {
  test('is in the order of the features', () => {
    const derived = (name: string) => ({
      name,
      version: 1,
      compare: () => Promise.resolve([]),
      rebuild: () => Promise.resolve(),
    });
    const features = [
      { name: 'one', derived: [derived('a'), derived('b')] },
      { name: 'two', consistency: [aCheck([])] },
      { name: 'three', derived: [derived('c')] },
    ];
    const kept = collectDerived(features, { indexes: [], registry: { all: [] } });
    expect(kept.derived.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(kept.checks.map(({ name }) => name)).toEqual(['counts']);
  });
});
