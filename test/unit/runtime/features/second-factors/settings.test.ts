import { expect, test } from 'vitest';
import { parseConfig } from '../../../../../runtime/config/load-config.js';
import { ConfigError } from '../../../../../runtime/kernel/errors/config-error.js';

/** Returns the problems of `user.mfa`, or of the environment of its project. */
async function problemsOf(mfa: unknown, env: Readonly<Record<string, string>> = {}) {
  const config = {
    website_name: 'Site',
    user: { mfa },
    publishable: { permission: "is_granted('ROLE_ADMIN')" },
    refresh_token: { cookie_name: 'api_component', ttl: 604800 },
  };
  try {
    await parseConfig(config, { projectRoot: '/srv/site', env });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems;
  }
}

const passkeys = (origins: unknown, rp_id: unknown = 'example.com') => ({ passkeys: { rp_id, origins } });

test.each<[string, unknown]>([
  ['nothing', {}],
  ['no passkeys and no mail', { passkeys: null, email: false, issuer: null }],
  ['only a domain', { passkeys: { rp_id: 'example.com' } }],
  ['origins on the domain and below it', passkeys(['https://example.com', 'https://www.example.com:8443'])],
  ['a local host name', passkeys(['http://localhost:3000'], 'localhost')],
  ['roles', { required_for: ['ROLE_ADMIN'] }],
])('%s is valid', async (_words, mfa) => {
  expect(await problemsOf(mfa)).toEqual([]);
});

test.each<[string, string, unknown]>([
  ['an unknown key', 'user.mfa.require_for', { require_for: [] }],
  ['roles that are not a list', 'user.mfa.required_for', { required_for: 'ROLE_ADMIN' }],
  ['passkeys without a domain', 'user.mfa.passkeys.rp_id', { passkeys: {} }],
  ['a URL instead of a domain', 'user.mfa.passkeys.rp_id', passkeys([], 'https://example.com')],
  ['a domain in capitals', 'user.mfa.passkeys.rp_id', passkeys([], 'Example.com')],
  ['an origin with a path', 'user.mfa.passkeys.origins', passkeys(['https://example.com/login'])],
  ['an invalid origin', 'user.mfa.passkeys.origins', passkeys(['example.com'])],
  ['an origin on another domain', 'user.mfa.passkeys.origins', passkeys(['https://example.org'])],
  ['an origin with the same ending', 'user.mfa.passkeys.origins', passkeys(['https://myexample.com'])],
])('%s is reported at its key, %s', async (_words, key, mfa) => {
  expect((await problemsOf(mfa)).map((problem) => problem.key)).toEqual([key]);
});

test('an origin on another domain is reported with the domain and a fix', async () => {
  const [problem] = await problemsOf(passkeys(['https://www.example.com', 'https://example.org']));
  expect(problem).toEqual({
    key: 'user.mfa.passkeys.origins',
    problem: '"https://example.org" is not part of the domain "example.com"',
    advice: 'passkeys work only on their domain and its subdomains: change rp_id or the origin',
  });
});

test('a short encryption key is reported without its value', async () => {
  const long = 'a'.repeat(32);
  expect(await problemsOf({}, { MFA_ENCRYPTION_KEYS: `${long}, ${long}` })).toEqual([]);
  for (const keys of ['hush', `${long},hush`, `${long},`]) {
    const problems = await problemsOf({}, { MFA_ENCRYPTION_KEYS: keys });
    expect(problems).toEqual([
      {
        key: 'MFA_ENCRYPTION_KEYS',
        problem: 'contains a key with fewer than 32 characters',
        advice: 'generate keys with openssl rand -base64 32',
      },
    ]);
  }
});
