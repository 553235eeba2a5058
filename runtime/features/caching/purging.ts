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

/** The tag that front ends give to the pages that they render. */
export const RENDERED_HTML_TAG = 'cwa-html';

const CHANNEL = 'cache-purge';
/** Tags of one message; a rename of a large site drops thousands. */
const TAGS_OF_A_MESSAGE = 500;
/** The longest time that somebody waits for the answer of a purge. */
const TIMEOUT_MS = 5_000;

/** Drops what shared caches keep: after writes, through the outbox, and at once for whoever asks. */
export interface Purging {
  /** Stores what is to be dropped with the changes that make it stale; nothing without a purger. */
  append(fanOut: FanOut, session: TransactionSession): Promise<void>;
  readonly channels: readonly OutboxChannel[];
  /**
   * Drops at once what is stored as well, so that whoever is answered finds it dropped; waits for no cache that is slow.
   * @param shared has what this process gave out just before purged behind that
   */
  dropNow(fanOut: KnownFanOut, shared: SharedAnswers | undefined): Promise<void>;
  /** @throws AppError 502 when a cache did not drop the pages. False: no purger is configured. */
  purgeRenderedHtml(): Promise<boolean>;
  /** The same for what carries one of the tags, manifests of what an IRI names included. */
  purgeTags(tags: readonly string[]): Promise<boolean>;
  /**
   * Drops what all processes of the service keep, and what shared caches do.
   * @throws AppError 502 when a cache did not drop all. False: no purger that can is configured.
   */
  flush(): Promise<boolean>;
}

export interface PurgingDeps extends Pick<Kernel, 'registry' | 'database' | 'writeOutOfBand'> {
  readonly config: Pick<CachingConfig, 'httpCache'>;
  readonly outbox: Pick<Outbox, 'append'>;
  /** Undefined where none is configured. */
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
      await asked(purger.purge([RENDERED_HTML_TAG], AbortSignal.timeout(TIMEOUT_MS)));
      return true;
    },
    async purgeTags(tags) {
      if (purger === undefined) return false;
      const all = tags.flatMap((tag) => [tag, structureTag(tag)]).flatMap(bothForms);
      await asked(purger.purge(all, AbortSignal.timeout(TIMEOUT_MS)));
      return true;
    },
    async flush() {
      // It writes nothing, and all processes drop what they keep.
      await writeOutOfBand(database, () => Promise.resolve());
      if (purger === undefined) return httpCache.responseCache.maxBytes > 0;
      if (purger.flush === undefined) return false;
      await asked(purger.flush(AbortSignal.timeout(TIMEOUT_MS)));
      return true;
    },
  };
}

/** Where the caches are is for administrators, who may know what to look at. */
async function asked(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof PurgeError)) throw error;
    throw cacheErrors.notPurged(error.message);
  }
}

const stateOf = (record: Exclude<FanOut['records'][number], { readonly kind: 'related' }>) =>
  record.kind === 'deleted' ? record.before : record.after;

/** Purges have no order, so those of a process wait for no other one, which may have been stopped in the middle of a delivery. */
function messagesOf(tags: readonly string[], origin: string): readonly OutboxMessage[] {
  const messages: OutboxMessage[] = [];
  for (let from = 0; from < tags.length; from += TAGS_OF_A_MESSAGE)
    messages.push({ channel: CHANNEL, key: origin, body: tags.slice(from, from + TAGS_OF_A_MESSAGE) });
  return messages;
}

/** They never expire, because what they name stays stale until they are done. */
function channelOf(purger: Purger): OutboxChannel {
  return {
    name: CHANNEL,
    concurrency: 1,
    ...purger.delivery,
    expiryMs: Infinity,
    limit: 1_000_000,
    async deliver(messages, signal) {
      const tags = [...new Set(messages.flatMap(({ body }) => body as readonly string[]))]; // as `messagesOf` made them
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

/** Answers of this service have short tags; front ends tag what they render with IRIs. */
const bothForms = (tag: string): readonly string[] => [shortTag(tag), printableTag(tag)];
