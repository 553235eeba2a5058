import { describe, expect, test } from 'vitest';
import { planArrivals } from '../../../../../runtime/features/placement/sort-value.js';

const places = (values: Readonly<Record<string, number>>) => new Map(Object.entries(values));

describe('positions that are added to a group', () => {
  test.each<[string, readonly [Record<string, number>, [string, number | null][], Record<string, number>]]>([
    ['take free sort values', [{ a: 0 }, [['x', 5]], { x: 5 }]],
    ['move positions with the same sort value', [{ a: 0, b: 1 }, [['x', 0]], { a: 1, b: 2, x: 0 }]],
    [
      'move earlier arrivals',
      [
        {},
        [
          ['x', 3],
          ['y', 3],
        ],
        { x: 4, y: 3 },
      ],
    ],
    [
      'are added last without a sort value',
      [
        { a: 7 },
        [
          ['x', null],
          ['y', null],
        ],
        { x: 8, y: 9 },
      ],
    ],
    ['start with 0 in an empty group', [{}, [['x', null]], { x: 0 }]],
    [
      'are added after moved positions',
      [
        { a: 1 },
        [
          ['x', 1],
          ['y', null],
        ],
        { a: 2, x: 1, y: 3 },
      ],
    ],
  ])('%s', (_, [taken, arrivals, want]) => {
    expect(planArrivals('group', places(taken), new Map(arrivals))).toEqual(places(want));
  });

  test('are refused if one would exceed the range', () => {
    const arrivals = new Map([['x', 2_147_483_647]]);
    expect(() => planArrivals('group', places({ a: 2_147_483_647 }), arrivals)).toThrow();
  });
});
