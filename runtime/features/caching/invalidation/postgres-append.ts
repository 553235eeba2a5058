import type { Database, TransactionSession } from '../../../kernel/contract/database/database.js';
import type { Dropped, InvalidationFeed } from './feed.js';
import { stateKey } from '../../../kernel/util/async/state.js';
import { appendInvalidation, ROWS_ARE_READ } from './invalidation-rows.js';
import { invalidationTable } from '../tables.js';

/** The server takes 8,000 bytes. */
const TAGS_OF_A_NOTIFICATION = 500;
const EVERYTHING = '*';
const PROBE = '?';

/**
 * Tells by notifications, which the server sends with the commit, and stores rows too once a process behind a pooler reads
 * them: numbers are given one after the other, so that nobody waits for them where nobody does.
 */
export function createPostgresAppend({
  origin,
  channel,
}: {
  readonly origin: string;
  readonly channel: string;
}): Pick<InvalidationFeed, 'prepare' | 'append'> {
  return {
    prepare(session) {
      const asked = session.whole.of(ASKED);
      if (asked.areRead !== undefined) return;
      asked.areRead = areRowsRead(session);
      asked.areRead.catch(() => undefined); // met by `append`, which waits for it
    },
    async append(session, dropped) {
      const told = payloadsOf(origin, dropped).map((payload) => ({
        sql: NOTIFY,
        parameters: { channel, payload },
      }));
      const areRead = await (session.whole.of(ASKED).areRead ?? areRowsRead(session));
      await session.sendAll(told);
      if (areRead) await appendInvalidation(session, { origin, dropped });
    },
  };
}

const ASKED = stateKey((): { areRead?: Promise<boolean> } => ({}));

/**
 * Answers whether rows are read as of this statement, in a transaction that has written: whoever begins to read rows says so first, and
 * waits for all that had begun to write by then.
 */
async function areRowsRead(session: TransactionSession): Promise<boolean> {
  const table = session.table(invalidationTable.name);
  return (
    (await session.first(`select i.id as id from ${table} i where i.id = ${ROWS_ARE_READ}`)) !== undefined
  );
}

const NOTIFY = 'select pg_notify(:channel, :payload)';

export async function notify(
  database: Pick<Database, 'all'>,
  channel: string,
  payload: string,
): Promise<void> {
  await database.all(NOTIFY, { channel, payload });
}

/** A notification by which a process finds out whether its own notifications reach it. */
export const probeOf = (origin: string): string => `${origin} ${PROBE}`;

function payloadsOf(origin: string, dropped: Dropped): readonly string[] {
  if (dropped === 'everything') return [`${origin} ${EVERYTHING}`];
  const payloads: string[] = [];
  for (let from = 0; from < dropped.length; from += TAGS_OF_A_NOTIFICATION)
    payloads.push([origin, ...dropped.slice(from, from + TAGS_OF_A_NOTIFICATION)].join(' '));
  return payloads;
}

/** Reads the writer of a notification and what it drops. The probe of another process is a drop of nothing. */
export function readPayload(payload: string): { readonly writer: string; readonly dropped: Dropped } {
  const [writer = '', ...tags] = payload.split(' ');
  if (tags[0] === PROBE) return { writer, dropped: [] };
  return { writer, dropped: tags[0] === EVERYTHING ? 'everything' : tags };
}
