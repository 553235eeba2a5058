import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { startTestApp } from '../../support/test-app.js';

const PROVIDER = { issuer: 'https://accounts.example.com', client_id: 'cms' };

/** Returns the error of a start that fails. */
async function refusal(providers: JsonObject, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const started = startTestApp({ config: { openid_connect: { providers } }, env });
  const error = await started.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  await started.then((app) => app.close()).catch(() => undefined);
  return String(error instanceof Error ? error.message : error);
}

describe('openid_connect.providers', () => {
  test.each<[string, JsonObject, string]>([
    [
      'an http issuer',
      { op: { ...PROVIDER, issuer: 'http://accounts.example.com' } },
      'must start with https://',
    ],
    ['an invalid issuer', { op: { ...PROVIDER, issuer: 'accounts' } }, 'is not a valid URL'],
    [
      'an issuer with a query',
      { op: { ...PROVIDER, issuer: 'https://a.example/?x=1' } },
      'must not have a user',
    ],
    ['a name with upper case letters', { Google: PROVIDER }, 'is not a valid provider name'],
    ['scopes without openid', { op: { ...PROVIDER, scopes: ['email'] } }, 'must contain "openid"'],
    [
      'a role without a value',
      { op: { ...PROVIDER, roles: [{ claim: 'groups', role: 'ROLE_ADMIN' }] } },
      'must have either value or pattern',
    ],
    [
      'an invalid pattern',
      { op: { ...PROVIDER, roles: [{ claim: 'groups', pattern: '(', role: 'ROLE_ADMIN' }] } },
      'is not a valid regular expression',
    ],
    [
      'a parameter that the service sets',
      { op: { ...PROVIDER, authorization_parameters: { state: 'x' } } },
      'is reserved for the service',
    ],
    ['no client', { op: { issuer: PROVIDER.issuer } }, 'client_id'],
  ])('with %s prevent the start', async (_name, providers, words) => {
    expect(await refusal(providers)).toContain(words);
  });

  test('without its secret prevent the start in production, and are skipped in development', async () => {
    const said = await refusal({ 'my-op': PROVIDER }, { NODE_ENV: 'production' });
    expect(said).toContain('OPENID_CONNECT_MY_OP_SECRET: must be configured');
    const app = await startTestApp({ config: { openid_connect: { providers: { 'my-op': PROVIDER } } } });
    expect((await app.get('/login/oidc')).body.totalItems).toBe(0);
    expect((await app.get('/login/oidc/my-op')).status).toBe(404);
    await app.close();
  });

  test('read the secret from a variable with another name, or none', async () => {
    const app = await startTestApp({
      config: {
        openid_connect: {
          providers: {
            op: { ...PROVIDER, client_secret_variable: 'MY_SECRET' },
            open: { ...PROVIDER, client_authentication: 'none' },
          },
        },
      },
      env: { MY_SECRET: 'something' },
    });
    const { text } = await app.get('/login/oidc');
    expect(text).toContain('/login/oidc/open');
    expect(text).not.toContain('something');
    await app.close();
  });
});
