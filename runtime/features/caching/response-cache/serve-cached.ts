import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpTools } from '../../../kernel/contract/http/http-hooks.js';
import type { CachedAnswer } from './cached-answer.js';
import type { DatabaseWatch } from './database-watch.js';
import type { Clock } from '../../../kernel/ports/clock.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import type { Invalidation } from '../invalidation/invalidation.js';
import type { EncodedForms } from './encoded-forms.js';
import type { SendCached, SentAs } from './send-cached.js';
import type { IsStillTrue } from './still-true.js';

/** A request for a cached response. */
interface Requested {
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

export interface ServeCachedDeps {
  readonly isSettled: Invalidation['isCurrent'];
  readonly outages?: Outages;
  readonly clock: Clock;
  readonly log: Logger;
  readonly answers: {
    find(key: string): CachedAnswer | undefined;
    findStale(key: string, confirmedAt: number): CachedAnswer | undefined;
  };
  readonly forms: EncodedForms;
  readonly isStillTrue: IsStillTrue;
  readonly send: SendCached;
}

/** Creates a function that sends a valid cached response, or an unconfirmed one during a database outage. */
export function createServeCached(
  { answers, forms, isStillTrue, send, isSettled, outages, clock, log }: ServeCachedDeps,
  server: HttpTools,
): (key: string, requested: Requested) => void {
  const watch = outages?.watch;
  /** Time at which cached responses were last confirmed. */
  let confirmedAt = -Infinity;

  const find = (key: string, isStale: boolean): CachedAnswer | undefined =>
    isStale ? answers.findStale(key, confirmedAt) : answers.find(key);

  function serve(key: string, isStale: boolean, requested: Requested): void {
    const formKey = forms.keyOf(key, requested.request);
    const cachedForm = (formKey === undefined ? undefined : find(formKey, isStale)) ?? find(key, isStale);
    if (cachedForm === undefined) {
      requested.otherwise(); // invalidated, as far as announcements of other processes are known
      return;
    }
    // During an outage, only existing encodings are sent.
    const form = isStale ? cachedForm : forms.formFor(key, cachedForm, requested.request);
    if (form instanceof Promise) void sendMade(form, requested);
    else sendForm(form, isStale ? 'stale' : 'kept', requested);
  }

  /** Sends a response whose compression is still running. */
  async function sendMade(making: Promise<CachedAnswer>, requested: Requested): Promise<void> {
    const begunAt = performance.now();
    const form = await making.catch((err: unknown) => {
      log.error({ msg: 'failed to compress a cached response', err });
      return undefined;
    });
    if (form === undefined) requested.otherwise();
    else sendForm(form, (await isStillTrue(form, begunAt)) ? 'kept' : 'unshared', requested);
  }

  function sendForm(answer: CachedAnswer, as: SentAs, { request, response }: Requested): void {
    const id = server.idOf(request);
    const sendIt = (): void => {
      const sent = send(answer, { request, response, id, now: clock.now() }, as);
      sent?.catch((err: unknown) => log.warn({ msg: 'cached response aborted', requestId: id, err }));
    };
    server.respondFromCache({ request, response, id, pattern: answer.pattern }, () => {
      if (request.headers.origin === undefined) sendIt();
      else server.cors(request, response, sendIt);
    });
  }

  function settle(key: string, isCurrent: boolean, requested: Requested): void {
    if (isCurrent) {
      if (watch !== undefined) confirmedAt = clock.now().getTime();
      serve(key, false, requested);
    } else if (watch === undefined) requested.otherwise();
    else void watch.isAway().then((isAway) => (isAway ? serve(key, true, requested) : requested.otherwise()));
  }

  return (key, requested) => {
    if (watch?.isKnownAway === true) {
      serve(key, true, requested);
      return;
    }
    const current = isSettled();
    if (typeof current === 'boolean') settle(key, current, requested);
    else void current.then((isCurrent) => settle(key, isCurrent, requested));
  };
}
