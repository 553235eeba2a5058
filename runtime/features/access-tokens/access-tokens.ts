import type { AuditLog } from '../../kernel/contract/features/audit.js';
import type { RequestContext } from '../../kernel/contract/context.js';
import { InternalError } from '../../kernel/errors/internal-error.js';
import type { Kernel } from '../../kernel/kernel.js';
import { tagOf } from './bearers.js';
import type { AccessToken, NewToken, StoredTokens } from './stored-tokens.js';

/** What may be done with tokens, each with its entry in the audit log. */
export interface AccessTokens {
  /** Answers the token with its secret, which nobody is told again. */
  make(
    token: Omit<NewToken, 'createdAt'>,
    context: RequestContext,
  ): Promise<{ readonly token: AccessToken; readonly secret: string }>;
  /** Undefined when there is no such token. */
  find(id: string): Promise<AccessToken | undefined>;
  /** What is changed holds at once, in all processes. */
  change(
    token: AccessToken,
    to: Pick<AccessToken, 'name' | 'expiresAt'>,
    context: RequestContext,
  ): Promise<AccessToken>;
  /** The token is of no use from now on, in all processes. */
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

  /** Callers that are kept for the token are dropped with what `work` stores. */
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
