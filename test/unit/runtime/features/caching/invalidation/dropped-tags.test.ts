import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createDroppedTags,
  type DroppedTags,
} from '../../../../../../runtime/features/caching/invalidation/dropped-tags.js';

/** A tagged value whose computation starts now. */
const aTagged = (dropped: DroppedTags, tags: readonly string[]) => ({
  tags,
  since: dropped.generation,
  checked: dropped.generation,
});

describe('a tagged value', () => {
  test('is valid until one of its tags is invalidated', () => {
    const dropped = createDroppedTags();
    const tagged = aTagged(dropped, ['a', 'b']);
    dropped.drop(['c']);
    expect(dropped.isValid(tagged)).toBe(true);
    dropped.drop(['b', 'd']);
    expect(dropped.isValid(tagged)).toBe(false);
    expect(dropped.isValid(aTagged(dropped, ['a', 'b']))).toBe(true);
  });

  test('is stale if a tag was invalidated during its computation', () => {
    const dropped = createDroppedTags();
    const tagged = aTagged(dropped, ['a']);
    dropped.drop(['a']);
    dropped.drop(['z']);
    expect(dropped.isValid(tagged)).toBe(false);
  });

  test('is stale after everything was invalidated', () => {
    const dropped = createDroppedTags();
    const tagged = aTagged(dropped, []);
    dropped.drop('everything');
    expect(dropped.isValid(tagged)).toBe(false);
    expect(dropped.isValid(aTagged(dropped, []))).toBe(true);
  });

  test('is valid exactly if none of its tags was invalidated since, for any order of events', () => {
    const tag = fc.constantFrom('a', 'b', 'c', 'd');
    const drop = fc.oneof(
      { weight: 6, arbitrary: fc.array(tag, { maxLength: 3 }) },
      fc.constant('everything' as const),
    );
    fc.assert(
      fc.property(fc.array(drop), fc.array(drop), fc.array(tag), (before, since, tags) => {
        const dropped = createDroppedTags();
        before.forEach(dropped.drop);
        const tagged = aTagged(dropped, tags);
        const isStale = (each: (typeof since)[number]): boolean =>
          each === 'everything' || each.some((one) => tags.includes(one));
        for (const [index, each] of since.entries()) {
          dropped.drop(each);
          expect(dropped.isValid(tagged)).toBe(!since.slice(0, index + 1).some(isStale));
        }
      }),
    );
  });
});

describe('exceeding the number of remembered tags', () => {
  test('makes all previous values stale', () => {
    const dropped = createDroppedTags(3);
    const early = aTagged(dropped, ['kept']);
    dropped.drop(['a', 'b', 'c']);
    expect(dropped.isValid(early)).toBe(true);
    dropped.drop(['d']);
    expect(dropped.isValid(early)).toBe(false);
    const late = aTagged(dropped, ['d']);
    expect(dropped.isValid(late)).toBe(true);
    dropped.drop(['d']);
    expect(dropped.isValid(late)).toBe(false);
  });
});
