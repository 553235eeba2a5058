import { provide } from '../../kernel/contract/features/feature-api.js';
import type { HttpHooks } from '../../kernel/contract/http/http-hooks.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import type { Kernel } from '../../kernel/kernel.js';
import { CALLER_PARTS } from '../../kernel/contract/http/caller-parts.js';
import { SESSION_COOKIE } from '../accounts/public-api.js';
import { createPurgeCommands } from './commands.js';
import { createPurgeEndpoints } from './endpoints/purge.js';
import {
  createInvalidation,
  INVALIDATION,
  type Invalidation,
  NO_INVALIDATION,
} from './invalidation/invalidation.js';
import { createInvalidationRetention } from './invalidation/invalidation-retention.js';
import { openInvalidationFeed } from './invalidation/open-feed.js';
import { createPurger } from './purgers/create-purger.js';
import { createPurging } from './purging.js';
import { type CachedAnswer, headerIn } from './response-cache/cached-answer.js';
import { createIsSettled } from './response-cache/is-settled.js';
import { createCacheTally, cacheMetrics } from './response-cache/cache-metrics.js';
import { createDatabaseWatch } from './response-cache/database-watch.js';
import { createResponseCache } from './response-cache/response-cache.js';
import { createOfferStale } from './response-cache/stale-headers.js';
import { createSharedAnswers } from './shared-answers.js';
import { CACHING_SETTINGS, type CachingConfig } from './settings.js';
import { createTagHeader } from './tag-header.js';

export const apis = [INVALIDATION];

export const create: CreateFeature = async (kernel, { openAll }) => {
  const { registry, joinedTo } = kernel;
  const config = kernel.configOf(CACHING_SETTINGS);
  const { maxBytes } = config.httpCache.responseCache;
  const purger = createPurger(config.httpCache);
  const purging = createPurging({ ...kernel, config, purger });
  const invalidation = joinedTo?.get(INVALIDATION) ?? (await openInvalidation(config, kernel));
  const tally = createCacheTally();
  const { staleIfError } = config.httpCache;
  // A larger transaction reads uncommitted data, so its responses are never cached.
  const isKeeping = maxBytes > 0 && joinedTo === undefined;
  const watch =
    isKeeping && staleIfError > 0
      ? createDatabaseWatch(() => kernel.database.all('select 1 as alive'))
      : undefined;
  const offerStale = createOfferStale(staleIfError);
  const shared =
    isKeeping && purger?.purgesAtOnce === true ? createSharedAnswers({ purger, invalidation }) : undefined;
  const tagHeader = createTagHeader(config.httpCache.purger);
  const cacheDeps = {
    ...kernel,
    maxBytes,
    invalidation,
    isSettled: createIsSettled({ ...kernel, invalidation }),
    uncached: registry.all.filter(({ isVolatile }) => isVolatile).map(({ path }) => path),
    callerParts: [
      { cookies: await openAll(SESSION_COOKIE), headers: [], parameters: [] },
      ...(await openAll(CALLER_PARTS)),
    ],
    tally,
    offerStale,
    ...(watch === undefined ? {} : { outages: { watch, staleMs: staleIfError * 1000 } }),
    ...(shared === undefined
      ? {}
      : {
          share: (answer: CachedAnswer) =>
            shared.noteCached(answer, () => tagHeader.read(headerIn(tagHeader.name, answer.whole))),
        }),
  };
  const headers: HttpHooks = {
    // A response stored after its purge would remain in a shared cache.
    isFill: () => config.httpCache.purger !== 'none',
    addHeaders(values, response) {
      tagHeader.addHeaders(values, response);
      shared?.note(tagHeader.read(values[tagHeader.name]));
      values['Cache-Control'] = offerStale(String(values['Cache-Control']));
    },
  };
  let isServing = false;
  return {
    provides: [provide(INVALIDATION, invalidation)],
    reads: isKeeping ? { writeNumber: invalidation.writeNumber, watchTags: invalidation.watchTags } : {},
    unitOfWork: {
      ...invalidation.hooks,
      async beforeCommit(...unit) {
        const [, session, fanOut] = unit;
        if (purging.channels.length > 0) await purging.append(await fanOut(), session);
        await invalidation.hooks.beforeCommit?.(...unit);
      },
      async afterCommit(changes, context, fanOut) {
        // Console commands leave immediate purges to the serving processes.
        const purged = isServing ? purging.dropNow(fanOut, shared) : undefined;
        await Promise.all([invalidation.hooks.afterCommit?.(changes, context, fanOut), purged]);
      },
    },
    channels: () => [...purging.channels, ...invalidation.channels],
    http: {
      hooks(server) {
        if (!isKeeping) return headers;
        const cache = createResponseCache(cacheDeps, server);
        return config.httpCache.purger === 'none' ? { ...headers, ...cache } : { ...cache, ...headers };
      },
    },
    retention: [createInvalidationRetention(kernel.database)],
    endpoints: () => createPurgeEndpoints(purging),
    documentation: { tag: { name: 'Caches', description: 'Purges of shared caches.' } },
    commands: createPurgeCommands(purging),
    metrics: isKeeping ? cacheMetrics(tally, { maxBytes, drops: () => invalidation.dropped.generation }) : [],
    start: () => void (isServing = true),
    async close() {
      watch?.close();
      shared?.close();
      if (joinedTo === undefined) await invalidation.close();
    },
  };
};

async function openInvalidation(
  { httpCache, tablePrefix, redisUrl, database: { url } }: CachingConfig,
  { database, outbox, workers, log }: Kernel,
): Promise<Invalidation> {
  if (httpCache.responseCache.maxBytes === 0) return NO_INVALIDATION;
  return createInvalidation(
    await openInvalidationFeed({ url, tablePrefix, redisUrl, database, outbox, workers, log }),
  );
}
