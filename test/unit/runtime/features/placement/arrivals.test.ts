import { describe, expect, test } from 'vitest';
import { planArrivals } from '../../../../../runtime/features/placement/sort-value.js';

const places = (values: Readonly<Record<string, number>>) => new Map(Object.entries(values));

describe('positions that are added to a group', () => {
  test.each<[string, readonly [Record<string, number>, [string, number | null][], Record<string, number>]]>([
    ['take free places', [{ a: 0 }, [['x', 5]], { x: 5 }]],
    ['push others away from taken ones', [{ a: 0, b: 1 }, [['x', 0]], { a: 1, b: 2, x: 0 }]],
    [
      'push away those that came before',
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
      'go behind all others when they name no place',
      [
        { a: 7 },
        [
          ['x', null],
          ['y', null],
        ],
        { x: 8, y: 9 },
      ],
    ],
    ['begin with 0 in an empty group', [{}, [['x', null]], { x: 0 }]],
    [
      'go behind what was pushed to the end',
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
