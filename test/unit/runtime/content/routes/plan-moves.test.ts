import { describe, expect, test } from 'vitest';
import { planMoves } from '../../../../../runtime/content/routes/cascade-paths.js';
import type { Descendant } from '../../../../../runtime/content/routes/descendants.js';

const node = (path: string | null, ...children: Descendant[]): Descendant => ({
  id: `record of ${path}`,
  route: path === null ? null : { id: path, path },
  children,
});

describe('planMoves', () => {
  test.each<[string, Descendant[], [string, string], [string, string][]]>([
    ['nothing below', [], ['/a', '/b'], []],
    ['children follow', [node('/a/x')], ['/a', '/b'], [['/a/x', '/b/x']]],
    [
      'grandchildren follow',
      [node('/a/x', node('/a/x/y'))],
      ['/a', '/b'],
      [
        ['/a/x', '/b/x'],
        ['/a/x/y', '/b/x/y'],
      ],
    ],
    ['unrouted records add no segment', [node(null, node('/a/x'))], ['/a', '/b'], [['/a/x', '/b/x']]],
    ['diverged paths stay, with all below them', [node('/c', node('/a/x'))], ['/a', '/b'], []],
    ['a longer name is no prefix', [node('/ab/x')], ['/a', '/b'], []],
    ['the prefix of / is /', [node('/x')], ['/', '/home'], [['/x', '/home/x']]],
    ['a move to / adds nothing', [node('/home/x')], ['/home', '/'], [['/home/x', '/x']]],
  ])('%s', (_name, tree, [from, to], want) => {
    expect(planMoves(tree, from, to).map((move) => [move.from, move.to])).toEqual(want);
  });
});
