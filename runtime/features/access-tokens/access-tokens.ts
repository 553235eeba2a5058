import type { AuditLog } from '../../kernel/contract/features/audit.js';
import type { RequestContext } from '../../kernel/contract/context.js';
import { InternalError } from '../../kernel/errors/internal-error.js';
import type { Kernel } from '../../kernel/kernel.js';
import { tagOf } from './bearers.js';
import type { AccessToken, NewToken, StoredTokens } from './stored-tokens.js';

/** Creates, changes and revokes access tokens, with an audit log entry for each. */
export interface AccessTokens {
  /** Returns the token with its secret, which is shown only this once. */
  make(
    token: Omit<NewToken, 'createdAt'>,
    context: RequestContext,
  ): Promise<{ readonly token: AccessToken; readonly secret: string }>;
  /** Returns undefined for an unknown id. */
  find(id: string): Promise<AccessToken | undefined>;
  /** Changes take effect immediately in every process. */
  change(
    token: AccessToken,
    to: Pick<AccessToken, 'name' | 'expiresAt'>,
    context: RequestContext,
  ): Promise<AccessToken>;
  /** Revokes the token in every process. */
  revoke(token: AccessToken, context: RequestContext): Promise<void>;
}

export function createAccessTokens({
  stored,
  audit,
  database,
  writeOutOfBand,
}: Pick<Kernel, 'database' | 'writeOutOfBand'> & {
  readonly stored: StoredTokens;
  readonly audit: AuditLog;
}): AccessTokens {
  const entry = (details: string, { id, ownerId }: Pick<AccessToken, 'id' | 'ownerId'>) =>
    ({ kind: 'access-token', account: ownerId, details: `${details} ${id}` }) as const;

  /** Runs `work` and evicts the cached actors of the token. */
  async function write({ id }: AccessToken, work: Parameters<typeof writeOutOfBand>[1]): Promise<void> {
    const hash = await stored.hashOfId(id);
    await writeOutOfBand(database, work, hash === undefined ? [] : [tagOf(hash)]);
  }

  async function find(id: string): Promise<AccessToken | undefined> {
    return (await stored.byId(id))?.token;
  }

  return {
    find,
    async make(given, context) {
      const { id, secret } = await database.transaction(async (session) => {
        const made = await stored.make(session, { ...given, createdAt: context.now });
        await audit.addWith(session, entry('created', { ...given, id: made.id }), context);
        return made;
      });
      const token = await find(id);
      if (token === undefined) throw new InternalError('The owner of a token was removed while it was made');
      return { token, secret };
    },
    async change(token, to, context) {
      await write(token, async (session) => {
        await stored.change(session, { ...to, id: token.id });
        await audit.addWith(session, entry('changed', token), context);
      });
      return { ...token, ...to };
    },
    async revoke(token, context) {
      await write(token, async (session) => {
        if (await stored.remove(session, token.id))
          await audit.addWith(session, entry('revoked', token), context);
      });
    },
  };
}
