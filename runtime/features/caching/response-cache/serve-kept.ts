import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpTools } from '../../../kernel/contract/http-hooks.js';
import type { CachedAnswer } from './cached-answer.js';
import type { DatabaseWatch } from './database-watch.js';
import type { Clock } from '../../../kernel/ports/clock.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import type { Invalidation } from '../invalidation/invalidation.js';
import type { SendCached } from './send-cached.js';

/** A request for what is kept. */
interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Has the request computed. */
  otherwise(): void;
}

/** Where kept answers are sent on while the database is away. */
export interface Outages {
  readonly watch: DatabaseWatch;
  /** How long, in milliseconds, after they could not be confirmed any more. */
  readonly staleMs: number;
}

export interface ServeKeptDeps {
  readonly isSettled: Invalidation['isCurrent'];
  readonly outages?: Outages;
  readonly clock: Clock;
  readonly log: Logger;
  readonly answers: {
    find(key: string): CachedAnswer | undefined;
    findStale(key: string, confirmedAt: number): CachedAnswer | undefined;
  };
  readonly send: SendCached;
}

/** Sends a kept answer that is confirmed, or one that cannot be while the database is away. */
export function createServeKept(
  { answers, send, isSettled, outages, clock, log }: ServeKeptDeps,
  server: HttpTools,
): (key: string, asked: Asked) => void {
  const watch = outages?.watch;
  /** The moment at which kept answers were last known to be true. */
  let confirmedAt = -Infinity;

  function serve(key: string, isStale: boolean, { request, response, otherwise }: Asked): void {
    const answer = isStale ? answers.findStale(key, confirmedAt) : answers.find(key);
    if (answer === undefined) {
      otherwise(); // it is dropped, as far as the drops of other processes are known
      return;
    }
    const id = server.idOf(request);
    const sendIt = (): void => {
      const sent = send(answer, { request, response, id, now: clock.now() }, isStale ? 'stale' : 'kept');
      sent?.catch((err: unknown) => log.warn({ msg: 'a kept answer broke off', requestId: id, err }));
    };
    server.answerKept({ request, response, id, pattern: answer.pattern }, () => {
      if (request.headers.origin === undefined) sendIt();
      else server.cors(request, response, sendIt);
    });
  }

  function settle(key: string, isCurrent: boolean, asked: Asked): void {
    if (isCurrent) {
      if (watch !== undefined) confirmedAt = clock.now().getTime();
      serve(key, false, asked);
    } else if (watch === undefined) asked.otherwise();
    else void watch.isAway().then((isAway) => (isAway ? serve(key, true, asked) : asked.otherwise()));
  }

  return (key, asked) => {
    if (watch?.isKnownAway === true) {
      serve(key, true, asked);
      return;
    }
    const current = isSettled();
    if (typeof current === 'boolean') settle(key, current, asked);
    else void current.then((isCurrent) => settle(key, isCurrent, asked));
  };
}
