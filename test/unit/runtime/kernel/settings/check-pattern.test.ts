import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../../../../runtime/kernel/errors/config-error.js';
import { parseConfig } from '../../../../../runtime/config/load-config.js';
import { checkPattern } from '../../../../../runtime/kernel/settings/check-pattern.js';

const BASE = {
  website_name: 'A',
  api_prefix: '/api',
  publishable: { permission: "is_granted('ROLE_ADMIN')" },
  refresh_token: { cookie_name: 'a', ttl: 1 },
  user: {},
};
const ENV = { NODE_ENV: 'development', DATABASE_URL: 'sqlite::memory:' };

async function problemsOf(config: object, env: Readonly<Record<string, string>> = {}): Promise<string> {
  try {
    await parseConfig({ ...BASE, ...config }, { projectRoot: '/', env: { ...ENV, ...env } });
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

const openid = (pattern: string) => ({
  openid_connect: {
    providers: {
      op: {
        issuer: 'https://op.example.com',
        client_id: 'c',
        roles: [{ claim: 'g', pattern, role: 'ROLE_ADMIN' }],
      },
    },
  },
});

/** Every setting with a regular expression, and the key in its messages. */
const SETTINGS: readonly (readonly [key: string, config: (pattern: string) => object])[] = [
  ['access_control.0.path', (path) => ({ access_control: [{ path, roles: 'ROLE_ADMIN' }] })],
  ['cors.allow_origin', (pattern) => ({ cors: { allow_origin: [pattern] } })],
  [
    'user.email_links.allowed_origins',
    (pattern) => ({ user: { email_links: { allowed_origins: [pattern] } } }),
  ],
  ['openid_connect.providers.op.roles.0.pattern', openid],
  [
    'user.security.read',
    (pattern) => ({ user: { security: { read: `user.username matches '/${pattern}/'` } } }),
  ],
  [
    'publishable.permission',
    (pattern) => ({ publishable: { permission: `user.username matches '/${pattern}/'` } }),
  ],
  [
    'route_security.0.security',
    (pattern) => ({ route_security: [{ route: '/x', security: `user.username matches '/${pattern}/'` }] }),
  ],
];

describe.each(SETTINGS)('%s', (key, config) => {
  test.each(['^(a+)+$', '(x+x+)+y', '(?:a|a)*b'])('refuses %s, and names both', async (pattern) => {
    const problems = await problemsOf(config(pattern));
    expect(problems).toContain(key);
    expect(problems).toMatch(/the pattern ".*" can cause excessive backtracking/);
    expect(problems.slice(0, problems.indexOf('can cause'))).toContain(pattern);
  });

  test('accepts a pattern that matches each text in only one way', async () => {
    expect(await problemsOf(config('^https://([a-z]+[.])*example[.]com$'))).not.toContain('can cause');
  });
});

test('CORS_ALLOW_ORIGIN is validated like its setting', async () => {
  const problems = await problemsOf({}, { CORS_ALLOW_ORIGIN: '^(a+)+$' });
  expect(problems).toContain('CORS_ALLOW_ORIGIN');
  expect(problems).toContain('"^(a+)+$"');
});

test.each([
  '^/component/forms/[^/]+/submit$',
  '^/(_|page_data|component|record)/',
  '^https?://(localhost|127\\.0\\.0\\.1)(:[0-9]+)?$',
  'https://example.com',
  '^https://.*\\.example\\.com$',
  'cms-.*',
  '/_/',
])('accepts %s', (pattern) => {
  expect(checkPattern(pattern, 'key', { whole: true })).toEqual([]);
  expect(checkPattern(pattern, 'key')).toEqual([]);
});
