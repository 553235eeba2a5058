import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../../../../runtime/kernel/contract/database.js';
import { checkServerVersion } from '../../../../../runtime/adapters/persistence/server-version.js';

describe('checkServerVersion', () => {
  test.each<[DialectName, string]>([
    ['postgres', '8.4'],
    ['postgres', '15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu'],
    ['postgres', '19beta1'],
    ['mysql', '8.0.0'],
    ['mysql', '9.4.0-commercial'],
    ['mariadb', '10.2.1-MariaDB'],
    ['mariadb', '5.5.5-10.11.19-MariaDB-0+deb12u1'],
    ['mariadb', '11.4.2-MariaDB'],
    ['sqlite', '3.8.3'],
    ['sqlite', '3.45.1'],
  ])('accepts %s %s', (name, found) => {
    expect(checkServerVersion(name, found)).toBeUndefined();
  });

  test.each<[DialectName, string, string]>([
    ['postgres', '8.3.23', 'PostgreSQL 8.3.23 is too old: recursive queries need PostgreSQL 8.4 or newer.'],
    ['mysql', '5.7.44-log', 'MySQL 5.7.44 is too old: recursive queries need MySQL 8.0 or newer.'],
    [
      'mariadb',
      '10.1.48-MariaDB',
      'MariaDB 10.1.48 is too old: recursive queries need MariaDB 10.2 or newer.',
    ],
    ['mariadb', '5.5.68-MariaDB', 'MariaDB 5.5.68 is too old: recursive queries need MariaDB 10.2 or newer.'],
    ['sqlite', '3.8.2', 'SQLite 3.8.2 is too old: recursive queries need SQLite 3.8.3 or newer.'],
    ['mysql', 'unknown', 'MySQL answers a version that is not understood: "unknown".'],
  ])('refuses %s %s', (name, found, want) => {
    expect(checkServerVersion(name, found)).toBe(want);
  });
});
