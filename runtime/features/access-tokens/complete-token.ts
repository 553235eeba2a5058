import { InternalError } from '../../kernel/errors/internal-error.js';
import type { AccessToken } from './resource.js';
import { tokenSecrets } from './stored-tokens.js';

/** Completes the valid members of a new token. The secret is shown only this once. */
export function completeToken({ name, owner, scopes, expiresAt = null }: Partial<AccessToken>, now: Date) {
  if (name === undefined || owner === undefined || scopes === undefined)
    throw new InternalError('A valid access token has a name, an owner and scopes.');
  const { secret, hash: tokenHash } = tokenSecrets.create();
  const values = { name, owner, scopes, tokenHash, createdAt: now, expiresAt, lastUsedAt: null };
  return { values, shown: { token: secret } };
}
