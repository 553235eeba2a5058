import type { Database } from '../../../kernel/contract/database/database.js';
import type { InvalidationFeed } from './feed.js';
import { createPolledFeed } from './polled-feed.js';
import type { Outbox } from '../../../kernel/contract/features/outbox.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import { assertNever } from '../../../kernel/util/assert-never.js';
import type { Workers } from '../../../kernel/contract/workers.js';
import { loadOptional } from '../../../kernel/util/packages/optional-package.js';
import { shortTag } from '../tag-text.js';
import { invalidationTable } from '../tables.js';
import { notifiedByWorkers } from './workers-feed.js';
import { IN_MEMORY, parseDatabaseUrl } from '../../../kernel/util/database/database-url.js';

export interface OpenFeedOptions {
  readonly url: string;
  readonly tablePrefix: string;
  readonly database: Database;
  /** URL of Redis, which replaces the notifications of the database; null for none. */
  readonly redisUrl: string | null;
  readonly outbox: Pick<Outbox, 'append'>;
  readonly workers: Workers | undefined;
  readonly log: Logger;
}

const REDIS = { names: ['ioredis'], key: 'REDIS_URL', setting: 'refers to a Redis server' };

/**
 * Opens the invalidation feed of a service, over Redis or the database (ADR 47). If the database is queried before each
 * use of a cached response, workers need no additional messages.
 */
export async function openInvalidationFeed(options: OpenFeedOptions): Promise<InvalidationFeed> {
  const { url, tablePrefix, database, redisUrl, outbox, workers, log } = options;
  const channel = `cms_invalidation_${shortTag(tablePrefix)}`;
  if (redisUrl !== null) {
    const { createRedisFeed } = await loadOptional(REDIS, () => import('./redis-feed.js'));
    return notifiedByWorkers(createRedisFeed({ url: redisUrl, channel, outbox, log }), workers);
  }
  const location = parseDatabaseUrl(url);
  switch (location.kind) {
    case 'sqlite': {
      if (location.path === IN_MEMORY) return ALONE;
      const { createSqliteFeed } = await import('./sqlite-feed.js');
      return createSqliteFeed({ file: location.path, table: database.table(invalidationTable.name) });
    }
    case 'postgres': {
      if (!database.keepsSessions) {
        const { createPooledPostgresFeed } = await import('./pooled-postgres-feed.js');
        return createPooledPostgresFeed({ database, channel });
      }
      const { createPostgresFeed } = await import('./postgres-feed.js');
      return notifiedByWorkers(createPostgresFeed({ location, database, log, channel }), workers);
    }
    case 'mysql':
      return createPolledFeed(database);
    default:
      return assertNever(location);
  }
}

/** Feed for a database that no other process can open. */
const ALONE: InvalidationFeed = {
  append: () => Promise.resolve(),
  follow: () => undefined,
  isCurrent: () => true,
  close: () => Promise.resolve(),
};
