import { randomUUID } from 'node:crypto';
import type { Database, SqlValue } from '../../kernel/contract/database/database.js';
import type { MailFlow } from './mail-flows.js';

/**
 * Claims a user's mail flow while its mail is sent, so that two parallel requests send one mail. No network call
 * happens inside a transaction (contract decision 49). Claims of crashed processes expire after a minute.
 */
export interface FlowClaims {
  /** Returns undefined if another request holds the flow, or has sent its mail since the row was read. */
  take(flow: MailFlow, userId: string, now: Date): Promise<string | undefined>;
  /** Claims the flow regardless of when its last mail was sent; undefined while another request holds it. */
  hold(flow: MailFlow, userId: string, now: Date): Promise<string | undefined>;
  /**
   * Claims the flow for a mail that follows a write, even if another request holds it. The token of that request
   * becomes invalid.
   */
  takeOver(flow: MailFlow, userId: string, now: Date): Promise<string>;
  /** Saves the sent mail. Does nothing if the flow was taken over in the meantime. */
  save(flow: MailFlow, userId: string, sent: SentMail): Promise<void>;
  release(flow: MailFlow, userId: string, claim: string): Promise<void>;
}

export interface SentMail {
  readonly claim: string;
  readonly tokenHash: string;
  /** Null keeps the stored time (welcome mail). */
  readonly at: Date | null;
}

/** Seconds after which a claim expires. */
export const CLAIM_SECONDS = 60;

export function createFlowClaims(database: Database): FlowClaims {
  const user = database.table('user');
  const { encode } = database.dialect;
  const run = (sql: string, parameters: Parameters<typeof database.all>[1]): Promise<number> =>
    database.transaction((transaction) => transaction.run(sql, parameters));
  // Claims start with the time, so that they sort as text.
  const claimAt = (at: Date): string => `${at.toISOString()} ${randomUUID()}`;

  async function claimFree(
    { columns: { claim } }: MailFlow,
    by: { readonly userId: string; readonly now: Date },
    { and = '', ...parameters }: { readonly and?: string; readonly threshold?: SqlValue } = {},
  ): Promise<string | undefined> {
    const mine = claimAt(by.now);
    const taken = await run(
      `update ${user}
set ${claim} = :claim
where id = :id
  and (${claim} is null or ${claim} < :stale)${and}`,
      {
        ...parameters,
        id: encode('uuid', by.userId),
        claim: mine,
        stale: before(by.now, CLAIM_SECONDS).toISOString(),
      },
    );
    return taken === 1 ? mine : undefined;
  }

  return {
    take: (flow, userId, now) =>
      claimFree(
        flow,
        { userId, now },
        {
          and: `\n  and (${flow.columns.clock} is null or ${flow.columns.clock} < :threshold)`,
          threshold: encode('datetime', before(now, flow.repeatTtlSeconds - 1)),
        },
      ),
    hold: (flow, userId, now) => claimFree(flow, { userId, now }),
    async takeOver({ columns: { claim } }, userId, now) {
      const mine = claimAt(now);
      await run(`update ${user} set ${claim} = :claim where id = :id`, {
        id: encode('uuid', userId),
        claim: mine,
      });
      return mine;
    },
    async save({ columns: { token, clock, claim } }, userId, { claim: mine, tokenHash, at }) {
      const where = `where id = :id and ${claim} = :claim`;
      const shared = { id: encode('uuid', userId), claim: mine, token: tokenHash };
      if (at === null) {
        await run(`update ${user} set ${token} = :token, ${claim} = null ${where}`, shared);
        return;
      }
      const stamp = { ...shared, now: encode('datetime', at) };
      await run(`update ${user} set ${token} = :token, ${clock} = :now, ${claim} = null ${where}`, stamp);
    },
    async release({ columns: { claim } }, userId, mine) {
      await run(`update ${user} set ${claim} = null where id = :id and ${claim} = :claim`, {
        id: encode('uuid', userId),
        claim: mine,
      });
    },
  };
}

const before = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000);
