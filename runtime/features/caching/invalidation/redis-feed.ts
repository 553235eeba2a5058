import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Dropped, InvalidationFeed } from './feed.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { Outbox, OutboxChannel } from '../../../kernel/contract/features/outbox.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import { within } from '../../../kernel/util/async/within.js';
import { createListeningConnection, type OpenedConnection } from './listening-connection.js';

export interface RedisFeedDeps {
  readonly url: string;
  /** Redis channel; services that share a Redis server use different channels. */
  readonly channel: string;
  readonly outbox: Pick<Outbox, 'append'>;
  readonly log: Logger;
}

/** A message between processes; without `tags` it means everything. */
interface Notified extends JsonObject {
  readonly origin: string;
  readonly tags: readonly string[] | null;
}

const OUTBOX_CHANNEL = 'response-cache';
/** Timeout for connecting and commands. */
const PATIENCE_MS = 1000;

/**
 * Creates a feed that announces invalidations over Redis, for services without a listening database connection. They
 * are stored with the write and sent through the outbox, so neither a crash nor a Redis outage loses them.
 */
export function createRedisFeed({ url, channel, outbox, log }: RedisFeedDeps): InvalidationFeed {
  const origin = randomUUID();
  const connection = createListeningConnection({
    log,
    open: (drop, lost) =>
      openConnection(url, {
        channel,
        lost,
        receive(notified) {
          if (notified.origin !== origin) drop(notified.tags ?? 'everything');
        },
      }),
  });
  const sender = createSender(url, channel);
  const notifiedOf = (dropped: Dropped): Notified => ({
    origin,
    tags: dropped === 'everything' ? null : dropped,
  });
  return {
    channels: [
      {
        name: OUTBOX_CHANNEL,
        concurrency: 1,
        batchSize: 100,
        expiryMs: Infinity,
        limit: 100_000,
        async deliver(messages) {
          try {
            for (const { body } of messages) await sender.send(JSON.stringify(body));
            return { kind: 'sent' };
          } catch (error) {
            return { kind: 'retry', reason: error instanceof Error ? error.message : String(error) };
          }
        },
      } satisfies OutboxChannel,
    ],
    tell: (dropped) => sender.send(JSON.stringify(notifiedOf(dropped))),
    async append(session, dropped) {
      const body = notifiedOf(dropped);
      await outbox.append(session, [{ channel: OUTBOX_CHANNEL, key: origin, body }]);
    },
    ...connection,
    async close() {
      await connection.close();
      sender.close();
    },
  };
}

interface Listener {
  readonly channel: string;
  receive(notified: Notified): void;
  lost(): void;
}

const SETTINGS = {
  lazyConnect: true,
  connectTimeout: PATIENCE_MS,
  // Callers open a new connection when needed, with an empty cache.
  retryStrategy: () => null,
  maxRetriesPerRequest: 0,
} as const;

const answered = <Result>(work: Promise<Result>): Promise<Result> =>
  within(PATIENCE_MS, work, () => new Error('Redis does not answer'));

async function openConnection(url: string, { channel, receive, lost }: Listener): Promise<OpenedConnection> {
  const redis = new Redis(url, SETTINGS);
  // Errors also reject `beat`, so they need no separate handling.
  redis.on('error', () => undefined).on('close', lost);
  redis.on('message', (_channel: string, text: string) => receive(JSON.parse(text) as Notified)); // as serialized by `append`
  try {
    await answered(redis.connect());
    await answered(redis.subscribe(channel));
  } catch (error) {
    redis.disconnect();
    throw error;
  }
  return {
    async beat() {
      await answered(redis.ping());
    },
    close: () => redis.disconnect(),
  };
}

/** Connects on the first message, and again after a failure. */
function createSender(url: string, channel: string) {
  let redis: Redis | undefined;
  const close = (): void => {
    redis?.disconnect();
    redis = undefined;
  };
  return {
    close,
    async send(text: string): Promise<void> {
      try {
        if (redis === undefined) {
          redis = new Redis(url, SETTINGS);
          redis.on('error', () => undefined);
          await answered(redis.connect());
        }
        await answered(redis.publish(channel, text));
      } catch (error) {
        close();
        throw error;
      }
    },
  };
}
