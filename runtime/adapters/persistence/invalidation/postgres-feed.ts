import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Database } from '../../../kernel/contract/database.js';
import type { Dropped, InvalidationFeed } from '../../../kernel/contract/invalidation.js';
import { createOrigin } from '../../../kernel/invalidation/polled-feed.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import type { ServerLocation } from '../database-url.js';
import { reasonOf } from '../outage.js';

export interface PostgresFeedDeps {
  readonly location: ServerLocation;
  readonly database: Database;
  /** Name of the notifications, one for each set of tables in the database. */
  readonly channel: string;
  readonly log: Logger;
}

/** The server takes 8,000 bytes. */
const TAGS_OF_A_NOTIFICATION = 500;
/** All that was committed before a heartbeat was sent has arrived before its answer, so it is good for so long. */
const LEASE_MS = 1000;
const HEARTBEAT_MS = 250;
const RECONNECT_MS = 250;
const ANSWER_LIMIT_MS = 1000;
const PROBE_LIMIT_MS = 5000;
const EVERYTHING = '*';
const PROBE = '?';

/** A connection pooler may put each statement on another connection of the server, which would hear nothing. */
const HEARTBEAT =
  'select pg_backend_pid() as pid, exists (select 1 from pg_listening_channels() c where c = $1) as listens';

/**
 * PostgreSQL notifies with the commit, over a connection of its own. What was kept is used only while a heartbeat of the last
 * second has been answered: a connection that is cut without a word, a paused process or a pooler that swallows notifications
 * switch the cache off by themselves.
 */
export function createPostgresFeed({ location, database, channel, log }: PostgresFeedDeps): InvalidationFeed {
  const origin = createOrigin();
  const stop = new AbortController();
  let validUntil = -Infinity;
  let following: Promise<void> | undefined;
  let isSilent = false;

  async function follow(drop: (dropped: Dropped) => void): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await listen(drop);
      } catch (error) {
        if (!stop.signal.aborted) reportLoss(error);
      }
      validUntil = -Infinity;
      await pause(RECONNECT_MS);
    }
  }

  async function listen(drop: (dropped: Dropped) => void): Promise<void> {
    const { host, port, user, password, database: name, tls } = location;
    const client = new Client({
      ...{ host, port, user, password, database: name, ssl: tls, keepAlive: true },
      connectionTimeoutMillis: PROBE_LIMIT_MS,
      query_timeout: ANSWER_LIMIT_MS,
    });
    const probe = createProbe();
    client.on('error', () => undefined); // the next heartbeat meets it
    client.on('end', () => (validUntil = -Infinity));
    client.on('notification', ({ payload = '' }) => {
      const [writer, ...tags] = payload.split(' ');
      if (tags[0] === PROBE && writer === origin) probe.heard();
      else if (writer !== origin && tags[0] !== PROBE) drop(tags[0] === EVERYTHING ? 'everything' : tags);
    });
    try {
      await client.connect();
      await client.query(`listen "${channel}"`);
      await notify(database, channel, `${origin} ${PROBE}`);
      await probe.within(PROBE_LIMIT_MS);
      drop('everything');
      await beat(client);
    } finally {
      validUntil = -Infinity;
      client.end().catch(() => undefined);
    }
  }

  async function beat(client: Client): Promise<void> {
    let pid: number | undefined;
    while (!stop.signal.aborted) {
      const sentAt = performance.now();
      const { rows } = await client.query<{ pid: number; listens: boolean }>(HEARTBEAT, [channel]);
      const [row] = rows;
      if (row?.listens !== true || (pid ??= row.pid) !== row.pid) throw new Error(POOLED);
      validUntil = sentAt + LEASE_MS;
      reportReturn();
      await pause(HEARTBEAT_MS);
    }
  }

  /** Does not keep a process from its end. */
  const pause = (milliseconds: number): Promise<void> =>
    sleep(milliseconds, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);

  function reportLoss(error: unknown): void {
    if (isSilent) return;
    isSilent = true;
    log.warn({
      msg: 'writes of other processes are not heard of; the response cache is off',
      reason: reasonOf(error),
    });
  }

  function reportReturn(): void {
    if (!isSilent) return;
    isSilent = false;
    log.info({ msg: 'writes of other processes are heard of again; the response cache is on' });
  }

  return {
    async append(session, dropped) {
      for (const payload of payloadsOf(origin, dropped)) await notify(session, channel, payload);
    },
    follow(drop) {
      following ??= follow(drop);
    },
    isCurrent: () => performance.now() < validUntil,
    async close() {
      stop.abort();
      await following;
    },
  };
}

const POOLED =
  'the connection is not the one that listens: a connection pooler in transaction mode is in between';

async function notify(session: Pick<Database, 'all'>, channel: string, payload: string): Promise<void> {
  await session.all('select pg_notify(:channel, :payload)', { channel, payload });
}

function payloadsOf(origin: string, dropped: Dropped): readonly string[] {
  if (dropped === 'everything') return [`${origin} ${EVERYTHING}`];
  const payloads: string[] = [];
  for (let from = 0; from < dropped.length; from += TAGS_OF_A_NOTIFICATION)
    payloads.push([origin, ...dropped.slice(from, from + TAGS_OF_A_NOTIFICATION)].join(' '));
  return payloads;
}

/** Waits for a notification that was sent over another connection. */
function createProbe(): { heard(): void; within(milliseconds: number): Promise<void> } {
  let heard: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => (heard = resolve));
  return {
    heard: () => heard(),
    async within(milliseconds) {
      const limit = new AbortController();
      const late = sleep(milliseconds, undefined, { signal: limit.signal, ref: false }).then(() => {
        throw new Error(UNHEARD);
      });
      late.catch(() => undefined);
      await Promise.race([arrival, late]).finally(() => limit.abort());
    },
  };
}

const UNHEARD = 'notifications do not arrive: a connection pooler in transaction mode is in between';
