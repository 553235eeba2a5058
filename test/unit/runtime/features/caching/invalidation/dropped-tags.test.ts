import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createDroppedTags,
  type DroppedTags,
} from '../../../../../../runtime/features/caching/invalidation/dropped-tags.js';

/** Something that begins now. */
const aTagged = (dropped: DroppedTags, tags: readonly string[]) => ({
  tags,
  since: dropped.generation,
  checked: dropped.generation,
});

describe('what has tags', () => {
  test('is valid until one of them is dropped', () => {
    const dropped = createDroppedTags();
    const tagged = aTagged(dropped, ['a', 'b']);
    dropped.drop(['c']);
    expect(dropped.isValid(tagged)).toBe(true);
    dropped.drop(['b', 'd']);
    expect(dropped.isValid(tagged)).toBe(false);
    expect(dropped.isValid(aTagged(dropped, ['a', 'b']))).toBe(true);
  });

  test('is stale when one was dropped while it was made', () => {
    const dropped = createDroppedTags();
    const tagged = aTagged(dropped, ['a']);
    dropped.drop(['a']);
    dropped.drop(['z']);
    expect(dropped.isValid(tagged)).toBe(false);
  });

  test('is stale after everything was dropped', () => {
    const dropped = createDroppedTags();
    const tagged = aTagged(dropped, []);
    dropped.drop('everything');
    expect(dropped.isValid(tagged)).toBe(false);
    expect(dropped.isValid(aTagged(dropped, []))).toBe(true);
  });

  test('is valid exactly when none of its tags was dropped since, for any order of events', () => {
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

describe('more tags than are remembered', () => {
  test('make everything stale that was there before', () => {
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
