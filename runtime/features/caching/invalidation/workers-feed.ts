import type { Workers } from '../../../kernel/ports/workers.js';
import { AT_ONCE_MS } from '../at-once.js';
import type { Dropped, InvalidationFeed } from './feed.js';

const TOPIC = 'invalidation';
const EVERYTHING = 'everything';

/**
 * A feed whose workers (ADR 87) tell each other besides, without the way over a server: all have dropped what a write makes stale before
 * the writer is answered. The feed itself goes on, for other machines and commands, and for a worker that dies in between.
 */
export function toldByWorkers(feed: InvalidationFeed, workers: Workers | undefined): InvalidationFeed {
  if (workers === undefined) return feed;
  return {
    ...feed,
    async tell(dropped) {
      const body = dropped === EVERYTHING ? EVERYTHING : [...dropped];
      const told = workers.ask({ topic: TOPIC, body, to: 'others', patienceMs: AT_ONCE_MS });
      await Promise.all([feed.tell?.(dropped), told]);
    },
    follow(drop) {
      workers.answer(TOPIC, (body) => {
        drop(body as Dropped); // as `tell` of a worker of the same release made it
        return null;
      });
      feed.follow(drop);
    },
  };
}
