import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpTools } from '../../../kernel/contract/http/http-hooks.js';
import type { CachedAnswer } from './cached-answer.js';
import type { DatabaseWatch } from './database-watch.js';
import type { Clock } from '../../../kernel/ports/clock.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import type { Invalidation } from '../invalidation/invalidation.js';
import type { CodedForms } from './coded-forms.js';
import type { SendCached, SentAs } from './send-cached.js';
import type { IsStillTrue } from './still-true.js';

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
  readonly forms: CodedForms;
  readonly isStillTrue: IsStillTrue;
  readonly send: SendCached;
}

/** Sends a kept answer that is confirmed, or one that cannot be while the database is away. */
export function createServeKept(
  { answers, forms, isStillTrue, send, isSettled, outages, clock, log }: ServeKeptDeps,
  server: HttpTools,
): (key: string, asked: Asked) => void {
  const watch = outages?.watch;
  /** The moment at which kept answers were last known to be true. */
  let confirmedAt = -Infinity;

  const find = (key: string, isStale: boolean): CachedAnswer | undefined =>
    isStale ? answers.findStale(key, confirmedAt) : answers.find(key);

  function serve(key: string, isStale: boolean, asked: Asked): void {
    const formKey = forms.keyOf(key, asked.request);
    const kept = (formKey === undefined ? undefined : find(formKey, isStale)) ?? find(key, isStale);
    if (kept === undefined) {
      asked.otherwise(); // it is dropped, as far as the drops of other processes are known
      return;
    }
    // While the database is away, what is there does.
    const form = isStale ? kept : forms.formFor(key, kept, asked.request);
    if (form instanceof Promise) void sendMade(form, asked);
    else sendForm(form, isStale ? 'stale' : 'kept', asked);
  }

  /** Sends a form that is still being made. */
  async function sendMade(making: Promise<CachedAnswer>, asked: Asked): Promise<void> {
    const begunAt = performance.now();
    const form = await making.catch((err: unknown) => {
      log.error({ msg: 'failed to compress a cached response', err });
      return undefined;
    });
    if (form === undefined) asked.otherwise();
    else sendForm(form, (await isStillTrue(form, begunAt)) ? 'kept' : 'unshared', asked);
  }

  function sendForm(answer: CachedAnswer, as: SentAs, { request, response }: Asked): void {
    const id = server.idOf(request);
    const sendIt = (): void => {
      const sent = send(answer, { request, response, id, now: clock.now() }, as);
      sent?.catch((err: unknown) => log.warn({ msg: 'cached response aborted', requestId: id, err }));
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
