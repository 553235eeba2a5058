import type { SqlSession } from '../../../kernel/contract/database/database.js';
import { defineFeatureApi } from '../../../kernel/contract/features/feature-api.js';
import type { WatchTags } from '../../../kernel/contract/records/watch-tags.js';
import type { Webhook } from '../webhook.js';
import type { StoredWebhooks } from './stored-webhooks.js';

/** Cache tag that every write of webhooks invalidates. */
export const WEBHOOKS_TAG = 'webhooks';

/** Webhooks that writes need, cached in memory. */
export interface KnownWebhooks {
  /** Returns the enabled webhooks, with a statement if they are not cached. */
  current(session: SqlSession): Promise<readonly Webhook[]>;
  /** Loads them in advance. */
  load(): Promise<void>;
  /** Called after this process has written a webhook. */
  forget(): void;
}

/** Provides the running service's webhooks to kernels inside one of its transactions. */
export const KNOWN_WEBHOOKS = defineFeatureApi<KnownWebhooks>('known webhooks');

export interface KnownWebhooksDeps {
  readonly stored: Pick<StoredWebhooks, 'all'>;
  readonly configured: readonly Webhook[];
  readonly watchTags: WatchTags;
  /** Session for reads outside transactions. */
  readonly database: SqlSession;
}

/** Maximum age of the cache in milliseconds while no invalidation from other processes arrives. */
const LONGEST_MS = 2000;

export function createKnownWebhooks({
  stored,
  configured,
  watchTags,
  database,
}: KnownWebhooksDeps): KnownWebhooks {
  let known: { readonly list: readonly Webhook[]; isRight(): boolean } | undefined;
  let writes = 0;

  async function read(session: SqlSession): Promise<readonly Webhook[]> {
    const watch = watchTags([WEBHOOKS_TAG]);
    const readAt = performance.now();
    const writesBefore = writes;
    const list = [...configured, ...(await stored.all(session))].filter(({ isEnabled }) => isEnabled);
    const isYoung = (): boolean => performance.now() - readAt < LONGEST_MS;
    // A transaction may see an older state than the watch, so only a separate read is watched.
    const isRight = watch !== undefined && session === database ? watch : isYoung;
    if (writes === writesBefore) known = { list, isRight };
    return list;
  }

  return {
    async current(session) {
      if (known?.isRight() === true) return known.list;
      return read(session);
    },
    async load() {
      await read(database);
    },
    forget() {
      writes += 1;
      known = undefined;
    },
  };
}
