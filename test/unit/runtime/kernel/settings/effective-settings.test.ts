import { describe, expect, test } from 'vitest';
import { ALL_SETTINGS } from '../../../../../runtime/config/app-config.js';
import { findPlace } from '../../../../../runtime/config/place.js';
import { effectiveSettings, MASK } from '../../../../../runtime/kernel/settings/effective-settings.js';
import type { Setting, Variable } from '../../../../../runtime/kernel/settings/setting.js';

const FILE = {
  website_name: 'Site',
  user: { email_verification: false },
  filesystems: { media: { driver: 's3', bucket: 'b', region: 'r' } },
  http_cache: { purger: 'varnish-xkey', urls: ['http://me:hush@cache:6081', 'http://cache/?token=hush'] },
};

function shown(env: Readonly<Record<string, string>> = {}, file: unknown = FILE) {
  const place = findPlace({ projectRoot: '/project', env });
  const settings = effectiveSettings(ALL_SETTINGS, file, place);
  return new Map(settings.map(({ key, value, origin }) => [key, { value, origin }]));
}

/** All variables that settings read. */
function variablesIn({ variable, members = {}, entry }: Setting): readonly Variable[] {
  return [
    ...(variable === undefined ? [] : [variable]),
    ...Object.values(members).flatMap(variablesIn),
    ...(entry === undefined ? [] : variablesIn(entry)),
  ];
}

describe('effective settings', () => {
  test('come from the file, variables and defaults', () => {
    const settings = shown({ PORT: '3000', EMAIL_LINK_DEFAULT_ORIGIN: 'https://www.example.com' });
    expect(settings.get('website_name')).toEqual({ value: 'Site', origin: { kind: 'file' } });
    expect(settings.get('server.port')).toEqual({
      value: '3000',
      origin: { kind: 'variable', name: 'PORT' },
    });
    expect(settings.get('server.host')).toEqual({ value: '127.0.0.1', origin: { kind: 'default' } });
    expect(settings.get('server.public_url')).toMatchObject({ value: 'http://localhost:3000' });
    expect(settings.get('pagination.items_per_page')).toEqual({ value: 30, origin: { kind: 'default' } });
    expect(settings.get('user.email_links.default_origin')?.origin).toMatchObject({ kind: 'variable' });
    expect(settings.get('filesystems.media.bucket')).toEqual({ value: 'b', origin: { kind: 'file' } });
  });

  test('list the parts of a group that a switch enables', () => {
    const settings = shown();
    expect(settings.get('user.email_verification.enabled')).toEqual({
      value: false,
      origin: { kind: 'file' },
    });
    expect(settings.get('user.email_verification.default_value')?.origin).toEqual({ kind: 'default' });
  });

  test('of an invalid file are listed as written in the file', () => {
    const settings = shown({ PORT: 'many' }, { website_name: 7, pagination: 'none' });
    expect(settings.get('website_name')?.value).toBe(7);
    expect(settings.get('server.port')?.value).toBe('many');
    expect(settings.get('pagination.items_per_page')).toEqual({ value: null, origin: { kind: 'default' } });
  });

  test('mask every secret of the environment, and passwords in URLs', () => {
    const names = ALL_SETTINGS.flatMap(({ members }) => variablesIn({ members })).map(({ name }) => name);
    const secret = names.filter((name) => /SECRET(?!_KEY$)|PASSWORD|PASSPHRASE|TOKEN/.test(name));
    const urls = names.filter((name) => /_URLS?$|_DSN$/.test(name));
    expect(secret.length).toBeGreaterThan(4);
    const env = Object.fromEntries([
      ...secret.map((name) => [name, 'hush-hush']),
      ...urls.map((name) => [name, 'postgres://me:hush-hush@host/name?password=hush-hush']),
    ]) as Readonly<Record<string, string>>;
    const settings = shown(env);
    expect(JSON.stringify([...settings])).not.toContain('hush');
    const masked = [...settings.values()].filter(({ value }) => value === MASK);
    expect(masked.length).toBeGreaterThanOrEqual(secret.length);
    expect(settings.get('database.url')?.value).toBe(`postgres://me:${MASK}@host/name?password=${MASK}`);
  });
});

/** Parts of names that mark secrets, in the environments of this service and of others. */
const LOOKS_SECRET = /KEY|SECRET|PASS|TOKEN|CREDENTIAL|AUTH|HEADERS|SIGNATURE/;
/** Names that look like secrets, and why they are not. */
const NO_SECRETS: ReadonlySet<string> = new Set([
  'JWT_SECRET_KEY', // the path of a file
  'JWT_PUBLIC_KEY', // the path of a file
  'AWS_ACCESS_KEY_ID', // a name that goes over the line in the clear
]);

describe('environment variables', () => {
  test('with names of secrets are described as secrets', () => {
    const named = ALL_SETTINGS.flatMap(({ members }) => Object.values(members).flatMap(variablesIn));
    const unmarked = named.filter(({ name, isSecret }) => LOOKS_SECRET.test(name) && isSecret !== true);
    expect(unmarked.map(({ name }) => name).filter((name) => !NO_SECRETS.has(name))).toEqual([]);
  });

  test('never expose the password of a URL or a secret text, whatever their name', () => {
    const named = ALL_SETTINGS.flatMap(({ members }) => Object.values(members).flatMap(variablesIn));
    for (const { name, isSecret, example } of named) {
      if (isSecret !== true && !example.includes('://')) continue;
      const secret = 'hush-0123456789-0123456789-0123456789';
      const value = isSecret === true ? secret : `https://me:${secret}@example.com/?token=${secret}`;
      expect([name, JSON.stringify([...shown({ [name]: value })])]).toEqual([
        name,
        expect.not.stringContaining('hush'),
      ]);
    }
  });
});
