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

/** A request for a cached response. */
interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Computes the response instead. */
  otherwise(): void;
}

/** Settings for sending cached responses during database outages. */
export interface Outages {
  readonly watch: DatabaseWatch;
  /** Maximum time in milliseconds after the last confirmation. */
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

/** Creates a function that sends a valid cached response, or an unconfirmed one during a database outage. */
export function createServeKept(
  { answers, forms, isStillTrue, send, isSettled, outages, clock, log }: ServeKeptDeps,
  server: HttpTools,
): (key: string, asked: Asked) => void {
  const watch = outages?.watch;
  /** Time at which cached responses were last confirmed. */
  let confirmedAt = -Infinity;

  const find = (key: string, isStale: boolean): CachedAnswer | undefined =>
    isStale ? answers.findStale(key, confirmedAt) : answers.find(key);

  function serve(key: string, isStale: boolean, asked: Asked): void {
    const formKey = forms.keyOf(key, asked.request);
    const kept = (formKey === undefined ? undefined : find(formKey, isStale)) ?? find(key, isStale);
    if (kept === undefined) {
      asked.otherwise(); // invalidated, as far as announcements of other processes are known
      return;
    }
    // During an outage, only existing encodings are sent.
    const form = isStale ? kept : forms.formFor(key, kept, asked.request);
    if (form instanceof Promise) void sendMade(form, asked);
    else sendForm(form, isStale ? 'stale' : 'kept', asked);
  }

  /** Sends a response whose compression is still running. */
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
