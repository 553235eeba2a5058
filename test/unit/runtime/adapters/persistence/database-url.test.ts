import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  describeLocation,
  parseDatabaseUrl,
} from '../../../../../runtime/kernel/util/database/database-url.js';

const SERVER = { host: 'db', port: 5432, user: 'u', password: 'p@ss/', database: 'site', tls: false };

describe('parseDatabaseUrl', () => {
  test.each<[string, unknown]>([
    ['postgres://u:p%40ss%2F@db/site', { kind: 'postgres', ...SERVER }],
    ['postgresql://u:p%40ss%2F@db:5432/site?serverVersion=15', { kind: 'postgres', ...SERVER }],
    ['mysql://u:p%40ss%2F@db/site', { kind: 'mysql', ...SERVER, port: 3306 }],
    ['mariadb://u:p%40ss%2F@db:3307/site', { kind: 'mysql', ...SERVER, port: 3307 }],
    ['postgres://u:p%40ss%2F@localhost/site?host=/run/pg', { kind: 'postgres', ...SERVER, host: '/run/pg' }],
    [
      'postgres://u:p%40ss%2F@[::1]/site?sslmode=no-verify',
      { kind: 'postgres', ...SERVER, host: '::1', tls: { rejectUnauthorized: false } },
    ],
    [
      'postgres://u:p%40ss%2F@db/site?sslmode=require',
      { kind: 'postgres', ...SERVER, tls: { rejectUnauthorized: true } },
    ],
    ['sqlite:var/site.sqlite', { kind: 'sqlite', path: resolve('var/site.sqlite') }],
    ['sqlite:/srv/site.sqlite', { kind: 'sqlite', path: '/srv/site.sqlite' }],
    ['sqlite:///srv/site.sqlite', { kind: 'sqlite', path: '/srv/site.sqlite' }],
    ['sqlite::memory:', { kind: 'sqlite', path: ':memory:' }],
  ])('accepts %s', (url, want) => {
    expect(parseDatabaseUrl(url)).toEqual(want);
  });

  test.each([
    '',
    'site.sqlite',
    'oracle://u:secret@db/site',
    'postgres://u:secret@db',
    'sqlite:',
    'https://db/site',
  ])('refuses "%s" with the accepted forms, and never prints the password', (url) => {
    expect(() => parseDatabaseUrl(url)).toThrow(/postgres:\/\/.*mysql:\/\/.*mariadb:\/\/.*sqlite:PATH/);
    expect(() => parseDatabaseUrl(url)).not.toThrow(/secret/);
  });
});

describe('describeLocation', () => {
  test('contains host, port and database, and never the password', () => {
    expect(describeLocation(parseDatabaseUrl('mysql://u:secret@db:3307/site'))).toBe(
      'database "site" at db:3307',
    );
  });
});
