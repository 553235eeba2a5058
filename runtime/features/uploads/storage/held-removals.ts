import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { OutboxChannel } from '../../../kernel/contract/features/outbox.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { type ChannelHold, holdChannel, isHeld } from '../../../kernel/outbox/channel-holds.js';
import { outboxMessageTable } from '../../../kernel/outbox/tables.js';
import type { StoredFile } from './stored-file.js';

const CHANNEL = 'removed-files';
/** A single key, so that one process at a time deletes deferred files. */
const KEY = 'files';
/** Lease in milliseconds, longer than copying a database file can block the renewal. */
const LEASE_MS = 600_000;
const BATCH = 100;

/** Defers the deletion of files while a backup copies them. */
export interface HeldRemovals {
  /**
   * Defers deletions until `release`. A database copy that starts afterwards references no file that is deleted
   * before.
   */
  hold(): Promise<ChannelHold>;
  areHeld(): Promise<boolean>;
  /** Lets serving processes delete the files after all holds end, unless a row references them again. */
  defer(files: readonly StoredFile[]): Promise<void>;
  /** Returns the files whose deletion is deferred. */
  deferred(session: SqlSession): Promise<readonly StoredFile[]>;
  /** @param remove deletes those files that no row references */
  channel(remove: (files: readonly StoredFile[]) => Promise<void>): OutboxChannel;
}

/** Thrown when a deletion is refused because a backup is running. */
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

/** Written by `defer`. */
const fileOf = (body: unknown): StoredFile => body as StoredFile;
