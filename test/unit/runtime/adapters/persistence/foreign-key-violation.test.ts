import { describe, expect, test } from 'vitest';
import { createMysqlDialect } from '../../../../../runtime/adapters/persistence/dialect/mysql.js';
import { POSTGRES_DIALECT } from '../../../../../runtime/adapters/persistence/dialect/postgres.js';
import { SQLITE_DIALECT } from '../../../../../runtime/adapters/persistence/dialect/sqlite.js';

const failure = (message: string, facts: object = {}): Error => Object.assign(new Error(message), facts);

describe('isForeignKeyViolation', () => {
  const mysql = createMysqlDialect('mysql');

  test.each([
    ['PostgreSQL', POSTGRES_DIALECT, failure('violates foreign key constraint "k"', { code: '23503' })],
    [
      'MySQL, a reference to a missing row',
      mysql,
      failure('Cannot add or update a child row', { errno: 1452 }),
    ],
    ['MySQL, a row that is still referenced', mysql, failure('Cannot delete a parent row', { errno: 1451 })],
    ['SQLite', SQLITE_DIALECT, failure('FOREIGN KEY constraint failed')],
  ])('recognizes an error of %s, directly and as a cause', (_name, dialect, error) => {
    expect(dialect.isForeignKeyViolation(error)).toBe(true);
    expect(dialect.isForeignKeyViolation(new Error('outer', { cause: error }))).toBe(true);
  });

  test.each([POSTGRES_DIALECT, mysql, SQLITE_DIALECT])(
    '$name: other errors are not recognized',
    (dialect) => {
      expect(dialect.isForeignKeyViolation(failure('taken', { code: '23505', errno: 1062 }))).toBe(false);
      expect(dialect.isForeignKeyViolation(undefined)).toBe(false);
    },
  );
});
