import type { Workers } from '../../../kernel/contract/workers.js';
import { AT_ONCE_MS } from '../at-once.js';
import type { Dropped, InvalidationFeed } from './feed.js';

const TOPIC = 'invalidation';
const EVERYTHING = 'everything';

/**
 * Adds direct messages between workers to a feed (ADR 87): all workers invalidate before the response to the write. The
 * feed still serves other machines, commands, and workers that crash in between.
 */
export function notifiedByWorkers(feed: InvalidationFeed, workers: Workers | undefined): InvalidationFeed {
  if (workers === undefined) return feed;
  return {
    ...feed,
    async tell(dropped) {
      const body = dropped === EVERYTHING ? EVERYTHING : [...dropped];
      const notified = workers.ask({ topic: TOPIC, body, to: 'others', patienceMs: AT_ONCE_MS });
      await Promise.all([feed.tell?.(dropped), notified]);
    },
    follow(drop) {
      workers.answer(TOPIC, (body) => {
        drop(body as Dropped); // sent by `tell` of a worker of the same release
        return null;
      });
      feed.follow(drop);
    },
  };
}
