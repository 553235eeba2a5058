import type { Database, TransactionSession } from '../../../kernel/contract/database/database.js';
import type { Dropped, InvalidationFeed } from './feed.js';
import { stateKey } from '../../../kernel/util/async/state.js';
import { appendInvalidation, ROWS_ARE_READ } from './invalidation-rows.js';
import { invalidationTable } from '../tables.js';

/** Keeps a notification below the server limit of 8,000 bytes. */
const TAGS_OF_A_NOTIFICATION = 500;
const EVERYTHING = '*';
const PROBE = '?';

/**
 * Announces invalidations by notifications, which the server sends with the commit. Rows are also stored once a process
 * behind a pooler reads them. Numbered rows serialize commits, so they are written only if needed.
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
      const requested = session.whole.of(REQUESTED);
      if (requested.areRead !== undefined) return;
      requested.areRead = areRowsRead(session);
      requested.areRead.catch(() => undefined); // handled by `append`, which awaits it
    },
    async append(session, dropped) {
      const notified = payloadsOf(origin, dropped).map((payload) => ({
        sql: NOTIFY,
        parameters: { channel, payload },
      }));
      const areRead = await (session.whole.of(REQUESTED).areRead ?? areRowsRead(session));
      await session.sendAll(notified);
      if (areRead) await appendInvalidation(session, { origin, dropped });
    },
  };
}

const REQUESTED = stateKey((): { areRead?: Promise<boolean> } => ({}));

/**
 * Returns whether rows are read, in a transaction that has written. A process that starts reading rows announces it
 * first, then waits for all transactions already writing.
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

/** Notification by which a process checks whether its own notifications reach it. */
export const probeOf = (origin: string): string => `${origin} ${PROBE}`;

function payloadsOf(origin: string, dropped: Dropped): readonly string[] {
  if (dropped === 'everything') return [`${origin} ${EVERYTHING}`];
  const payloads: string[] = [];
  for (let from = 0; from < dropped.length; from += TAGS_OF_A_NOTIFICATION)
    payloads.push([origin, ...dropped.slice(from, from + TAGS_OF_A_NOTIFICATION)].join(' '));
  return payloads;
}

/** Parses a notification into its writer and invalidations. A probe of another process contains no tags. */
export function readPayload(payload: string): { readonly writer: string; readonly dropped: Dropped } {
  const [writer = '', ...tags] = payload.split(' ');
  if (tags[0] === PROBE) return { writer, dropped: [] };
  return { writer, dropped: tags[0] === EVERYTHING ? 'everything' : tags };
}
