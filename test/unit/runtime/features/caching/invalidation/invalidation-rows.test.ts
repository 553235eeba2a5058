import { describe, expect, test } from 'vitest';
import type { Dropped } from '../../../../../../runtime/features/caching/invalidation/feed.js';
import { createInvalidationReader } from '../../../../../../runtime/features/caching/invalidation/invalidation-rows.js';

function aReader(startsAt: number) {
  const drops: Dropped[] = [];
  const reader = createInvalidationReader('me', (dropped) => drops.push(dropped));
  reader.startAt(startsAt);
  drops.length = 0;
  return { reader, drops };
}

const row = (id: number, tags: string | null = `tag-${id}`, origin = 'other') => ({ id, origin, tags });

describe('rows of other processes', () => {
  test('are processed once each, in their order', () => {
    const { reader, drops } = aReader(4);
    reader.take([row(4), row(5, 'a b'), row(6, null)]);
    reader.take([row(6, null), row(7)]);
    expect(drops).toEqual([['a', 'b'], 'everything', ['tag-7']]);
    expect(reader.last).toBe(7);
  });

  test('include those of the process itself, which has already applied them', () => {
    const { reader, drops } = aReader(4);
    reader.take([row(4), row(5, 'a', 'me'), row(6, 'b')]);
    expect(drops).toEqual([['b']]);
  });

  test.each([
    ['earlier rows were deleted', [row(9), row(10)]],
    ['the table is empty', []],
    ['the database was replaced', [row(2), row(3)]],
  ])('are not sufficient if %s', (_title, rows) => {
    const { reader, drops } = aReader(4);
    reader.take(rows);
    expect(drops).toEqual(['everything']);
    expect(reader.last).toBe(rows.at(-1)?.id ?? 0);
  });

  test('start with number 1', () => {
    const { reader, drops } = aReader(0);
    reader.take([]);
    reader.take([row(1)]);
    expect(drops).toEqual([['tag-1']]);
    const late = aReader(0);
    late.reader.take([row(2)]);
    expect(late.drops).toEqual(['everything']);
  });
});
