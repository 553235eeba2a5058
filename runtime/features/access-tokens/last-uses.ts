import { LRUCache } from 'lru-cache';
import type { Database } from '../../kernel/contract/database/database.js';
import type { Clock } from '../../kernel/ports/clock.js';
import type { Logger } from '../../kernel/ports/logger.js';
import type { AccessToken } from './resource.js';
import type { StoredTokens } from './stored-tokens.js';

/** Stores when tokens were last used, after the response and at most once a minute per token. */
export interface LastUses {
  /** Records the stored time of last use of a token that was just read. */
  known(token: Pick<AccessToken, 'id' | 'lastUsedAt'>): void;
  note(id: string): void;
  /** Waits for pending writes. */
  close(): Promise<void>;
}

const MINUTE_MS = 60_000;
const MOST = 2000;

export function createLastUses({
  stored,
  database,
  clock,
  log,
}: {
  readonly stored: Pick<StoredTokens, 'update'>;
  readonly database: Pick<Database, 'transaction'>;
  readonly clock: Clock;
  readonly log: Logger;
}): LastUses {
  const last = new LRUCache<string, number>({ max: MOST });
  const storing = new Set<Promise<void>>();
  return {
    known({ id, lastUsedAt }) {
      const at = lastUsedAt?.getTime() ?? 0;
      if (at > (last.get(id) ?? 0)) last.set(id, at);
    },
    note(id) {
      const now = clock.now();
      if (now.getTime() - (last.get(id) ?? 0) < MINUTE_MS) return;
      last.set(id, now.getTime());
      const work = database
        .transaction((session) => stored.update(session, id, { lastUsedAt: now }))
        .catch((err: unknown) => log.warn({ msg: 'failed to store the last use of an access token', err }))
        .finally(() => storing.delete(work));
      storing.add(work);
    },
    async close() {
      await Promise.all(storing);
    },
  };
}
