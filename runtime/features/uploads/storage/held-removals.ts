import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { OutboxChannel } from '../../../kernel/contract/features/outbox.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { type ChannelHold, holdChannel, isHeld } from '../../../kernel/outbox/channel-holds.js';
import { outboxMessageTable } from '../../../kernel/outbox/tables.js';
import type { StoredFile } from './stored-file.js';

const CHANNEL = 'removed-files';
/** One key, so that one process at a time removes what waited. */
const KEY = 'files';
/** Longer than a copy of a database file keeps a process from renewing anything. */
const LEASE_MS = 600_000;
const BATCH = 100;

/** Removals of files wait while a backup copies what its database names. */
export interface HeldRemovals {
  /** Lets removals wait until `release`. A copy of the database that is begun afterwards names no file that goes before that. */
  hold(): Promise<ChannelHold>;
  areHeld(): Promise<boolean>;
  /** Has serving processes remove the files once nobody holds them, unless a row holds them by then. */
  defer(files: readonly StoredFile[]): Promise<void>;
  /** Files whose removal waits. */
  deferred(session: SqlSession): Promise<readonly StoredFile[]>;
  /** @param remove removes those of some files that no row holds */
  channel(remove: (files: readonly StoredFile[]) => Promise<void>): OutboxChannel;
}

/** Files that a removal is refused for, because a backup is under way. */
export class RemovalHeld extends Error {
  override readonly name = 'RemovalHeld';
}

export function createHeldRemovals({ database, outbox }: Pick<Kernel, 'database' | 'outbox'>): HeldRemovals {
  const areHeld = (): Promise<boolean> => isHeld(database, CHANNEL);
  return {
    hold: () => holdChannel(database, { channel: CHANNEL, leaseMs: LEASE_MS }),
    areHeld,
    async defer(files) {
      const messages = files.map(({ adapter, path }) => ({
        channel: CHANNEL,
        key: KEY,
        body: { adapter, path },
      }));
      await database.transaction((session) => outbox.append(session, messages));
      outbox.wake();
    },
    async deferred(session) {
      const rows = await session.all<{ body: string }>(
        `select m.body as body from ${session.table(outboxMessageTable.name)} m where m.channel = :channel order by m.position`,
        { channel: CHANNEL },
      );
      return rows.map(({ body }) => fileOf(JSON.parse(body)));
    },
    channel: (remove) => ({
      name: CHANNEL,
      batchSize: BATCH,
      timeoutMs: LEASE_MS,
      leaseMs: LEASE_MS,
      expiryMs: Infinity,
      limit: 1_000_000,
      async deliver(messages) {
        if (await areHeld()) return { kind: 'retry', reason: 'a backup copies files' };
        await remove(messages.map(({ body }) => fileOf(body)));
        return { kind: 'sent' };
      },
    }),
  };
}

/** It was written by `defer`. */
const fileOf = (body: unknown): StoredFile => body as StoredFile;
