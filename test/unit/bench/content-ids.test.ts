import Libsql from 'libsql';
import { describe, expect, test } from 'vitest';
import { idOf, sqlIdOf } from '../../bench/content/content-ids.js';

describe('ids of a filled site', () => {
  test.each([1, 2, 20_000, 200_000])('of row %i are the same in SQL and in requests', (number) => {
    const database = new Libsql(':memory:');
    const row = database.prepare(`select ${sqlIdOf('sqlite', 'position', String(number))} as id`).get();
    database.close();
    expect(row).toMatchObject({ id: idOf('position', number) });
  });

  test('differ between kinds and numbers', () => {
    const ids = [idOf('page', 1), idOf('page', 2), idOf('route', 1), idOf('nestedPosition', 1)];
    expect(new Set(ids).size).toBe(ids.length);
  });
});
