import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRecordIndex } from '../../../../../../runtime/features/caching/response-cache/record-index.js';

const MOST = 64;
const always = (): boolean => true;

test('a hash never finds the position of another one in the same bucket', () => {
  const index = createRecordIndex(8);
  for (let hash = 0; hash < 8; hash += 1) expect(index.add(hash, 10 * hash)).toBeUndefined();
  for (let hash = 0; hash < 8; hash += 1) expect(index.find(hash, always)).toBe(10 * hash);
  expect(index.find(8, always)).toBeUndefined();
});

test('the matching one of several positions with the same hash is found', () => {
  const index = createRecordIndex(MOST);
  for (const place of [0, 7, 2 ** 40]) index.add(5, place);
  expect(index.find(5, (place) => place > 7)).toBe(2 ** 40);
  index.move(5, 2 ** 40, 3);
  index.remove(5, 7);
  expect(index.find(5, (place) => place > 0)).toBe(3);
  expect([index.has(5, 0), index.has(5, 7), index.has(6, 0)]).toEqual([true, false, false]);
});

test('with too many equal hashes, exactly one earlier position is evicted and returned', () => {
  const act = fc.record({ kind: fc.constantFrom('add', 'add', 'remove', 'move'), hash: fc.nat({ max: 40 }) });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 200, size: 'max' }), fc.constantFrom(0, 8, 16), (acts, most) => {
      const index = createRecordIndex(most);
      const known = new Map<number, number>();
      acts.forEach(({ kind, hash }, turn) => {
        const [first] = [...known].find(([, of]) => of === hash) ?? [];
        if (kind === 'add') {
          const forgotten = index.add(hash, turn);
          if (forgotten !== undefined) expect(known.delete(forgotten)).toBe(true);
          known.set(turn, hash);
        } else if (first !== undefined) {
          known.delete(first);
          if (kind === 'remove') index.remove(hash, first);
          else {
            index.move(hash, first, turn);
            known.set(turn, hash);
          }
        }
        expect(known.size).toBeLessThanOrEqual(Math.max(8, most));
        for (const [place, of] of known) expect(index.has(of, place)).toBe(true);
      });
    }),
  );
});
