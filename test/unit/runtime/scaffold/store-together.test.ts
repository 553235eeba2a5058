import { expect, test } from 'vitest';
import { ScaffoldError } from '../../../../runtime/scaffold/scaffold-error.js';
import { storeTogether, TOGETHER } from '../../../../runtime/scaffold/store-together.js';

const declared = new Map<number, Error>();
function declaredOf(entry: number): Error {
  const error = declared.get(entry) ?? new Error(`line of ${entry}`);
  declared.set(entry, error);
  return error;
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

test('stores many records with few units of work, in their order', async () => {
  const units: (readonly number[])[] = [];
  await storeTogether(numbers(TOGETHER + 2), { declaredOf, store: async (some) => void units.push(some) });
  expect(units.map(({ length }) => length)).toEqual([TOGETHER, 2]);
  expect(units.flat()).toEqual(numbers(TOGETHER + 2));
});

test('a refused record is reported by its declaration, and those before it are stored', async () => {
  const stored: number[] = [];
  const storing = storeTogether(numbers(6), {
    declaredOf,
    async store(some) {
      if (some.includes(4)) throw new ScaffoldError('refused');
      stored.push(...some);
    },
  });
  await expect(storing).rejects.toMatchObject({ message: 'refused', declared: declaredOf(4) });
  expect(stored).toEqual([0, 1, 2, 3]);
});

test('a record that only conflicts with others of its unit is stored alone', async () => {
  const stored: number[] = [];
  await storeTogether(numbers(3), {
    declaredOf,
    async store(some) {
      if (some.length > 1) throw new ScaffoldError('a clash');
      stored.push(...some);
    },
  });
  expect(stored).toEqual([0, 1, 2]);
});

test('a failure that no record caused is not retried', async () => {
  let attempts = 0;
  const storing = storeTogether(numbers(3), {
    declaredOf,
    async store() {
      attempts += 1;
      throw new Error('the connection is gone');
    },
  });
  await expect(storing).rejects.toThrow('the connection is gone');
  expect(attempts).toBe(1);
});
