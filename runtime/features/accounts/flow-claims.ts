import { randomUUID } from 'node:crypto';
import type { Database, SqlValue } from '../../kernel/contract/database/database.js';
import type { MailFlow } from './mail-flows.js';

/**
 * Marks a user's mail flow as being sent, so that no network call happens inside a transaction and two requests at
 * once send one mail (contract decision 49). A claim whose holder died lapses after a minute.
 */
export interface FlowClaims {
  /** Undefined when another request holds the flow, or has sent its mail since the row was read. */
  take(flow: MailFlow, userId: string, now: Date): Promise<string | undefined>;
  /** Claims the flow whenever its last mail was sent; undefined while another request holds it. */
  hold(flow: MailFlow, userId: string, now: Date): Promise<string | undefined>;
  /** Claims the flow for a mail that follows a write, also when somebody else holds it: their token is void then. */
  takeOver(flow: MailFlow, userId: string, now: Date): Promise<string>;
  /** Saves what was mailed; does nothing when the flow was taken over meanwhile. */
  save(flow: MailFlow, userId: string, sent: SentMail): Promise<void>;
  release(flow: MailFlow, userId: string, claim: string): Promise<void>;
}

export interface SentMail {
  readonly claim: string;
  readonly tokenHash: string;
  /** Null leaves the clock as it is (the welcome mail). */
  readonly at: Date | null;
}

/** Seconds after which a claim lapses. */
export const CLAIM_SECONDS = 60;

export function createFlowClaims(database: Database): FlowClaims {
  const user = database.table('user');
  const { encode } = database.dialect;
  const run = (sql: string, parameters: Parameters<typeof database.all>[1]): Promise<number> =>
    database.transaction((transaction) => transaction.run(sql, parameters));
  // A time first, so that claims are ordered as text.
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
