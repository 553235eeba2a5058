import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../../../../runtime/kernel/contract/database/database.js';
import { checkServerVersion } from '../../../../../runtime/adapters/persistence/server-version.js';

describe('checkServerVersion', () => {
  test.each<[DialectName, string]>([
    ['postgres', '12.0'],
    ['postgres', '15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu'],
    ['postgres', '19beta1'],
    ['mysql', '8.0.12'],
    ['mysql', '8.4.6'],
    ['mysql', '9.4.0-commercial'],
    ['mariadb', '10.6.0-MariaDB'],
    ['mariadb', '5.5.5-10.11.19-MariaDB-0+deb12u1'],
    ['mariadb', '11.4.2-MariaDB'],
    ['sqlite', '3.8.3'],
    ['sqlite', '3.45.1'],
  ])('accepts %s %s', (name, found) => {
    expect(checkServerVersion(name, found)).toBeUndefined();
  });

  test.each<[DialectName, string, string]>([
    ['postgres', '11.22', 'PostgreSQL 11.22 is too old. Update the server to PostgreSQL 12 or newer.'],
    ['mysql', '5.7.44-log', 'MySQL 5.7.44 is too old. Update the server to MySQL 8.0.12 or newer.'],
    ['mysql', '8.0.11', 'MySQL 8.0.11 is too old. Update the server to MySQL 8.0.12 or newer.'],
    ['mariadb', '10.5.29-MariaDB', 'MariaDB 10.5.29 is too old. Update the server to MariaDB 10.6 or newer.'],
    ['mariadb', '5.5.68-MariaDB', 'MariaDB 5.5.68 is too old. Update the server to MariaDB 10.6 or newer.'],
    ['sqlite', '3.8.2', 'SQLite 3.8.2 is too old. Update the server to SQLite 3.8.3 or newer.'],
    ['mysql', 'unknown', 'The version of MySQL was not understood: "unknown".'],
    [
      'mysql',
      '8.0.11-TiDB-v8.5.1',
      '"8.0.11-TiDB-v8.5.1" is not supported. Use PostgreSQL 12, MariaDB 10.6, MySQL 8.0.12 or newer, or SQLite.',
    ],
  ])('refuses %s %s', (name, found, want) => {
    expect(checkServerVersion(name, found)).toBe(want);
  });
});
