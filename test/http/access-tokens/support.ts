import { randomUUID } from 'node:crypto';
import { ACCOUNTS } from '../../../runtime/features/accounts/public-api.js';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { TestApp } from '../../support/test-app.js';
import type { RequestOptions } from '../../support/test-client.js';

export const SUPER = { as: 'superAdmin' } as const;
export const PASSWORD = 'correct horse battery';

export interface TestOwner {
  readonly id: string;
  readonly iri: string;
  readonly username: string;
}

/** Creates an account that tokens act for. */
export async function anOwner(app: TestApp, role = 'ROLE_ADMIN'): Promise<TestOwner> {
  const username = `owner-${randomUUID()}`;
  const made = await app.app.get(ACCOUNTS).createAccount({
    ...{ username, emailAddress: `${username}@example.com`, password: PASSWORD, role },
    ...{ enabled: true, overwrite: false },
  });
  if (made.kind === 'refused') throw new Error('the account was refused');
  const { id } = made.user;
  return { id, iri: `${app.config.apiPrefix}/users/${id}`, username };
}

export interface TestToken {
  readonly iri: string;
  readonly id: string;
  readonly secret: string;
  /** Request options with the token. */
  readonly by: RequestOptions;
}

/** Creates a token with some scopes, of a new administrator unless the body names an owner. */
export async function aToken(
  app: TestApp,
  scopes: string | readonly string[],
  body: JsonObject = {},
): Promise<TestToken> {
  const owner = body.owner ?? (await anOwner(app)).iri;
  const answer = await app.post('/_/access_tokens', { name: 'test', scopes, ...body, owner }, SUPER);
  if (answer.status !== 201) throw new Error(`no token: ${answer.status} ${answer.text}`);
  const { '@id': iri, id, token: secret } = answer.body as Record<string, string>;
  return { iri: iri ?? '', id: id ?? '', secret: secret ?? '', by: bearer(secret ?? '') };
}

export const bearer = (secret: string): RequestOptions => ({
  headers: { authorization: `Bearer ${secret}` },
});
