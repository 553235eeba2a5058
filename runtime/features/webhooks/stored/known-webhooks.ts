import type { SqlSession } from '../../../kernel/contract/database/database.js';
import { defineDoor } from '../../../kernel/contract/features/door.js';
import type { WatchTags } from '../../../kernel/contract/records/watch-tags.js';
import type { Webhook } from '../webhook.js';
import type { StoredWebhooks } from './stored-webhooks.js';

/** The tag that every write of webhooks drops. */
export const WEBHOOKS_TAG = 'webhooks';

/** The webhooks that writes ask for, in memory. */
export interface KnownWebhooks {
  /** Answers those that are enabled; a statement where they are not known. */
  current(session: SqlSession): Promise<readonly Webhook[]>;
  /** Reads them ahead. */
  load(): Promise<void>;
  /** This process has written one. */
  forget(): void;
}

/** The door at which the running service finds them for those that live within one of its transactions. */
export const KNOWN_WEBHOOKS = defineDoor<KnownWebhooks>('known webhooks');

export interface KnownWebhooksDeps {
  readonly stored: Pick<StoredWebhooks, 'all'>;
  readonly configured: readonly Webhook[];
  readonly watchTags: WatchTags;
  /** The session of reads outside transactions. */
  readonly database: SqlSession;
}

/** While nobody tells what other processes write they are read as often as this, in milliseconds. */
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
    // What a transaction sees may be older than the watch, so it is watched only where it was read by itself.
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
