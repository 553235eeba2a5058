import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planMoves } from '../../../../../../runtime/features/pages/routes/cascade-paths.js';
import type { Descendant } from '../../../../../../runtime/features/pages/routes/descendants.js';

const node = (path: string | null, ...children: Descendant[]): Descendant => ({
  id: `record of ${path}`,
  route: path === null ? null : { id: path, path },
  children,
});

describe('planMoves', () => {
  test.for<[string, Descendant[], [string, string], [string, string][]]>([
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
    ['a longer name is not a prefix', [node('/ab/x')], ['/a', '/b'], []],
    ['the prefix of / is /', [node('/x')], ['/', '/home'], [['/x', '/home/x']]],
    ['a move to / adds nothing', [node('/home/x')], ['/home', '/'], [['/home/x', '/x']]],
  ])('%s', ([, tree, [from, to], want]) => {
    expect(planMoves(tree, [from], to).map((move) => [move.from, move.to])).toEqual(want);
  });

  test.for<[string, Descendant[], [string[], string], [string, string][]]>([
    [
      'what is below any of the paths moves',
      [node('/a/x'), node('/old/y'), node('/else/z')],
      [['/a', '/old', '/b'], '/b'],
      [
        ['/a/x', '/b/x'],
        ['/old/y', '/b/y'],
      ],
    ],
    [
      'what was left below something that moves is below it again',
      [node('/a/x', node('/old/x/y', node('/a/x/y/z')))],
      [['/a', '/old', '/b'], '/b'],
      [
        ['/a/x', '/b/x'],
        ['/old/x/y', '/b/x/y'],
        ['/a/x/y/z', '/b/x/y/z'],
      ],
    ],
    [
      'what is already there stays, and what is below it follows',
      [node('/b/x', node('/old/x/y'))],
      [['/old', '/b'], '/b'],
      [['/old/x/y', '/b/x/y']],
    ],
    [
      'the longest path counts where one is below another',
      [node('/a/b/x'), node('/a/y')],
      [['/a', '/a/b'], '/a/b'],
      [['/a/y', '/a/b/y']],
    ],
  ])('%s', ([, tree, [from, to], want]) => {
    expect(planMoves(tree, from, to).map((move) => [move.from, move.to])).toEqual(want);
  });

  test('any partly moved tree ends below the path, with each route under its parent', () => {
    interface Shape {
      readonly isMoved: boolean;
      readonly isRouted: boolean;
      readonly children: readonly Shape[];
    }
    const tree: fc.Memo<Shape[]> = fc.memo((depth) =>
      fc.array(
        fc.record({
          isMoved: fc.boolean(),
          isRouted: fc.boolean(),
          children: depth > 1 ? tree(depth - 1) : fc.constant([]),
        }),
        { maxLength: 3 },
      ),
    );
    const build = (shapes: readonly Shape[], below: string, count = { value: 0 }): Descendant[] =>
      shapes.map(({ isMoved, isRouted, children }) => {
        const path = isRouted ? `${below}/${(count.value += 1)}` : below;
        const route = isRouted ? { id: path, path: `${isMoved ? '/new' : '/old'}${path}` } : null;
        return { id: `record ${path}`, route, children: build(children, path, count) };
      });
    const routes = (nodes: readonly Descendant[]): { id: string; path: string }[] =>
      nodes.flatMap(({ route, children }) => [...(route === null ? [] : [route]), ...routes(children)]);
    fc.assert(
      fc.property(tree(4), (shapes) => {
        const nodes = build(shapes, '');
        const moves = new Map(planMoves(nodes, ['/old', '/new'], '/new').map((move) => [move.id, move.to]));
        for (const { id, path } of routes(nodes)) {
          expect(moves.get(id) ?? path).toBe(`/new${id}`);
          expect(moves.has(id)).toBe(path.startsWith('/old'));
        }
      }),
    );
  });
});
