import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { circularParents } from '../../../../../runtime/scaffold/export/site-index.js';

interface Entry {
  readonly id: string;
  readonly parent: string | null;
  readonly template: string | null;
}

const page = (id: string, parent: string | null = null): Entry => ({ id, parent, template: null });
const data = (id: string, template: string, parent: string | null = null): Entry => ({
  id,
  parent,
  template,
});

describe('a parent reference is omitted', () => {
  test.each<[string, readonly Entry[], number]>([
    ['for a template below its own page data', [page('t', 'd'), data('d', 't')], 1],
    ['for no page of a tree', [page('a'), page('t', 'a'), data('d', 't', 'a'), page('c', 'd')], 0],
    ['for one page of a longer cycle', [page('t', 'p'), page('p', 'd'), data('d', 't')], 1],
    ['for no page with missing parents', [page('a', 'gone'), data('d', 'gone')], 0],
    ['for page data below itself', [page('t'), data('d', 't', 'e'), data('e', 't', 'd')], 1],
  ])('%s', (_name, entries, count) => {
    const found = [...circularParents(entries)];
    expect(found).toHaveLength(count);
    expect(found.every((id) => entries.some((entry) => entry.id === id && entry.parent !== null))).toBe(true);
  });

  test('for one page of each cycle, so that every record can be created after its dependencies', () => {
    const sizes = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(sizes, fc.infiniteStream(fc.nat()), (size, numbers) => {
        const draw = (count: number): number => Number(numbers.next().value) % count;
        // Pages depend only on their parents, and page data on pages, so every cycle contains a parent.
        const pages = Array.from({ length: size }, (_none, index) => index);
        const entries = Array.from({ length: size * 2 }, (_none, index): Entry => {
          const parent = draw(2) === 0 ? null : String(draw(size * 2));
          const template = pages.includes(index) ? null : String(draw(size));
          return { id: String(index), parent, template };
        });
        const freed = circularParents(entries);
        const made = new Set<string>();
        const isMade = (id: string | null): boolean => id === null || made.has(id);
        for (let round = 0; round < entries.length; round += 1)
          for (const { id, parent, template } of entries)
            if ((freed.has(id) || isMade(parent)) && isMade(template)) made.add(id);
        expect(made.size).toBe(entries.length);
      }),
    );
  });
});
