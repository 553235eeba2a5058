import { describe, expect, test } from 'vitest';
import { createMysqlDialect } from '../../../../../runtime/adapters/persistence/dialect/mysql.js';
import { POSTGRES_DIALECT } from '../../../../../runtime/adapters/persistence/dialect/postgres.js';
import { SQLITE_DIALECT } from '../../../../../runtime/adapters/persistence/dialect/sqlite.js';

const failure = (message: string, members: object = {}) => Object.assign(new Error(message), members);
const MYSQL_DIALECT = createMysqlDialect('mysql');

describe('uniqueViolation', () => {
  test('reads the key of MySQL 8, which includes the table name', () => {
    const error = failure("Duplicate entry 'it's for key 'x'' for key 'cms_page.page_reference_unique'", {
      errno: 1062,
    });
    expect(MYSQL_DIALECT.uniqueViolation(error)).toBe('page_reference_unique');
  });

  test('reads a key with several columns of PostgreSQL', () => {
    const error = failure('duplicate key', {
      code: '23505',
      constraint: 'k',
      detail: 'Key (a, "Order")=(1, 2) already exists.',
    });
    expect(POSTGRES_DIALECT.uniqueViolation(error)).toBe('k');
  });

  test('reads a key with several columns of SQLite', () => {
    expect(SQLITE_DIALECT.uniqueViolation(failure('UNIQUE constraint failed: t.a, t.b'))).toBe('t.a, t.b');
  });

  test('reads the index of an expression in SQLite', () => {
    expect(SQLITE_DIALECT.uniqueViolation(failure("UNIQUE constraint failed: index 'lower_name'"))).toBe(
      'lower_name',
    );
  });

  test('unwraps the error of the driver', () => {
    const inner = failure('duplicate key', { code: '23505', constraint: 'k' });
    const sequelizeError = failure('Validation error', { parent: inner });
    expect(POSTGRES_DIALECT.uniqueViolation(new Error('outer', { cause: sequelizeError }))).toBe('k');
  });

  test.each([[POSTGRES_DIALECT], [MYSQL_DIALECT], [SQLITE_DIALECT]])(
    'is undefined for another error',
    (dialect) => {
      expect(dialect.uniqueViolation(failure('deadlock', { code: '40P01', errno: 1213 }))).toBeUndefined();
      expect(dialect.uniqueViolation(undefined)).toBeUndefined();
    },
  );
});
