import { randomUUID } from 'node:crypto';
import type { TransactionSession } from '../../kernel/contract/database/database.js';
import type { FanOut } from '../../kernel/contract/records/fan-out.js';
import type { Outbox, OutboxChannel, OutboxMessage } from '../../kernel/contract/features/outbox.js';
import type { KnownFanOut } from '../../kernel/contract/records/unit-of-work.js';
import type { Kernel } from '../../kernel/kernel.js';
import { structureTag } from '../../kernel/unit-of-work/cache-tags.js';
import { AT_ONCE_MS, atOnce } from './at-once.js';
import { cacheErrors } from './errors.js';
import { PurgeError, type Purger } from './purgers/purger.js';
import type { CachingConfig } from './settings.js';
import type { SharedAnswers } from './shared-answers.js';
import { printableTag, shortTag } from './tag-text.js';

/** Tag of the pages rendered by front ends. */
export const RENDERED_HTML_TAG = 'cwa-html';

const CHANNEL = 'cache-purge';
/** Maximum number of tags per message; renames on a large site invalidate thousands. */
const TAGS_OF_A_MESSAGE = 500;
/** Timeout in milliseconds of a purge that a caller waits for. */
const TIMEOUT_MS = 5_000;

/** Purges shared caches: after writes through the outbox, and immediately on request. */
export interface Purging {
  /** Stores the purge with the changes that require it; nothing without a purger. */
  append(fanOut: FanOut, session: TransactionSession): Promise<void>;
  readonly channels: readonly OutboxChannel[];
  /**
   * Purges immediately what is also stored, so that the purge is done before the response. Does not wait for slow
   * caches.
   * @param shared purges responses that this process has just sent
   */
  dropNow(fanOut: KnownFanOut, shared: SharedAnswers | undefined): Promise<void>;
  /**
   * Purges rendered pages. Returns false if no purger is configured.
   * @throws AppError 502 if a cache fails
   */
  purgeRenderedHtml(): Promise<boolean>;
  /**
   * Purges entries with one of the tags, including manifests that contain the IRI. Returns false if no purger is
   * configured.
   */
  purgeTags(tags: readonly string[]): Promise<boolean>;
  /**
   * Purges the response caches of all processes, and shared caches. Returns false if no configured purger supports it.
   * @throws AppError 502 if a cache fails
   */
  flush(): Promise<boolean>;
}

export interface PurgingDeps extends Pick<Kernel, 'registry' | 'database' | 'writeOutOfBand'> {
  readonly config: Pick<CachingConfig, 'httpCache'>;
  readonly outbox: Pick<Outbox, 'append'>;
  /** Undefined if none is configured. */
  readonly purger: Purger | undefined;
}

export function createPurging(deps: PurgingDeps): Purging {
  const { registry, outbox, database, purger, writeOutOfBand } = deps;
  const { httpCache } = deps.config;
  const origin = randomUUID();
  const inEveryPage = new Set(httpCache.purgeRenderedHtmlClasses);

  function tagsOf({ records, tags }: FanOut): readonly string[] {
    const isInEveryPage = records.some((record) => {
      const { type } = record.kind === 'related' ? record.reference : stateOf(record).reference;
      return inEveryPage.has(type) || inEveryPage.has(registry.require(type).classIdentifier);
    });
    return isInEveryPage ? [...tags, RENDERED_HTML_TAG] : tags;
  }

  return {
    async append(fanOut, session) {
      if (purger === undefined || fanOut.tags.length === 0) return;
      await outbox.append(session, messagesOf(tagsOf(fanOut), origin));
    },
    channels: purger === undefined ? [] : [channelOf(purger)],
    async dropNow(fanOut, shared) {
      if (purger?.purgesAtOnce !== true || fanOut === undefined || fanOut.tags.length === 0) return;
      const purged = purger.purge(tagsOf(fanOut).flatMap(bothForms), AbortSignal.timeout(AT_ONCE_MS));
      await Promise.all([atOnce(purged), atOnce(shared?.purgeSent(fanOut.tags.map(shortTag)))]);
    },
    async purgeRenderedHtml() {
      if (purger === undefined) return false;
      await requested(purger.purge([RENDERED_HTML_TAG], AbortSignal.timeout(TIMEOUT_MS)));
      return true;
    },
    async purgeTags(tags) {
      if (purger === undefined) return false;
      const all = tags.flatMap((tag) => [tag, structureTag(tag)]).flatMap(bothForms);
      await requested(purger.purge(all, AbortSignal.timeout(TIMEOUT_MS)));
      return true;
    },
    async flush() {
      // An empty write makes all processes clear their response caches.
      await writeOutOfBand(database, () => Promise.resolve());
      if (purger === undefined) return httpCache.responseCache.maxBytes > 0;
      if (purger.flush === undefined) return false;
      await requested(purger.flush(AbortSignal.timeout(TIMEOUT_MS)));
      return true;
    },
  };
}

/** Only administrators receive this error, so it may contain the URLs of the caches. */
async function requested(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof PurgeError)) throw error;
    throw cacheErrors.notPurged(error.message);
  }
}

const stateOf = (record: Exclude<FanOut['records'][number], { readonly kind: 'related' }>) =>
  record.kind === 'deleted' ? record.before : record.after;

/**
 * Splits tags into messages. Purges have no order, so those of a process need not wait for another one that may have
 * crashed during a delivery.
 */
function messagesOf(tags: readonly string[], origin: string): readonly OutboxMessage[] {
  const messages: OutboxMessage[] = [];
  for (let from = 0; from < tags.length; from += TAGS_OF_A_MESSAGE)
    messages.push({ channel: CHANNEL, key: origin, body: tags.slice(from, from + TAGS_OF_A_MESSAGE) });
  return messages;
}

/** Creates the outbox channel. Messages never expire, because cached entries stay stale until the purge is done. */
function channelOf(purger: Purger): OutboxChannel {
  return {
    name: CHANNEL,
    concurrency: 1,
    ...purger.delivery,
    expiryMs: Infinity,
    limit: 1_000_000,
    async deliver(messages, signal) {
      const tags = [...new Set(messages.flatMap(({ body }) => body as readonly string[]))]; // as created by `messagesOf`
      try {
        await purger.purge(tags.flatMap(bothForms), signal);
        return { kind: 'sent' };
      } catch (error) {
        if (!(error instanceof PurgeError)) throw error;
        return { kind: 'retry', reason: error.message };
      }
    },
  };
}

/** Returns both forms of a tag: responses of this service have short tags, while front ends use IRIs. */
const bothForms = (tag: string): readonly string[] => [shortTag(tag), printableTag(tag)];
