import { isVisitor } from '../../../kernel/authorization/acting-token.js';
import { LRUCache } from 'lru-cache';
import type { CallerParts } from '../../../kernel/contract/http/caller-parts.js';
import type { ApiResponse } from '../../../kernel/contract/http/http.js';
import type {
  ComputeAnswer,
  HttpExchange,
  HttpHooks,
  HttpTools,
} from '../../../kernel/contract/http/http-hooks.js';
import type { WireAnswer } from '../../../kernel/contract/http/wire-answer.js';
import type { Clock } from '../../../kernel/ports/clock.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import type { Invalidation } from '../invalidation/invalidation.js';
import { createAnswerStore } from './answer-store.js';
import { createCacheKeys } from './cache-key.js';
import type { CacheTally } from './cache-metrics.js';
import { createAnswerInForms } from './answer-in-forms.js';
import { buildCachedAnswer, type CachedAnswer } from './cached-answer.js';
import { createEncodedForms } from './encoded-forms.js';
import { shareableOf, taggedOf } from './shareable.js';
import { createSendCached, type SendCachedDeps } from './send-cached.js';
import { createServeCached, type Outages } from './serve-cached.js';
import type { OfferStale } from './stale-headers.js';
import { createIsStillTrue, unshared } from './still-true.js';
import { createSingleFlight, type Flight } from './single-flight.js';

export interface ResponseCacheDeps {
  readonly maxBytes: number;
  readonly log: Logger;
  readonly clock: Clock;
  /** Parts of requests that identify the caller. */
  readonly callerParts: readonly CallerParts[];
  readonly invalidation: Pick<Invalidation, 'dropped' | 'isCurrent'>;
  /** Returns whether earlier results can be used: `isCurrent`, with due changes stored. */
  readonly isSettled: Invalidation['isCurrent'];
  /** URL patterns of endpoints whose responses are decided by project code. */
  readonly uncached: readonly string[];
  /** Counters to update. */
  readonly tally: CacheTally;
  readonly offerStale: OfferStale;
  readonly outages?: Outages;
  readonly share?: SendCachedDeps['share'];
}

/** Memory in bytes for URLs without cacheable responses, so that their requests do not wait for each other. */
const UNCACHEABLE_BYTES = 2_000_000;
const KEY_BYTES = 200;

/**
 * Caches valid responses of anonymous callers in memory (ADR 47). `listen` serves cached responses, and `answer` lets
 * requests wait for another one that computes the same response.
 */
export function createResponseCache(
  deps: ResponseCacheDeps,
  server: HttpTools,
): Required<Pick<HttpHooks, 'listen' | 'answer' | 'isFill'>> {
  const { maxBytes, invalidation, clock, tally, outages } = deps;
  const { dropped } = invalidation;
  const keys = createCacheKeys(deps.callerParts, server);
  const answers = createValidAnswers({ maxBytes, dropped, clock, staleMs: outages?.staleMs ?? 0 });
  tally.bytes = answers.bytes;
  const flights = createSingleFlight<Computed>();

  const send = createSendCached(server, deps);
  const isStillTrue = createIsStillTrue(invalidation);
  const keepable = createKeepable(deps.uncached, keys);

  const forms = createEncodedForms({ compression: server.compression, answers });
  const inForms = createAnswerInForms({ forms, isStillTrue, send });
  const serveCached = createServeCached({ ...deps, answers, forms, isStillTrue, send }, server);

  async function computeAndKeep(
    {
      key,
      exchange,
      since,
    }: { readonly key: string; readonly exchange: HttpExchange; readonly since: number },
    compute: ComputeAnswer,
    settle: (computed: Computed | undefined) => void = () => undefined,
  ): Promise<void> {
    tally.misses += 1;
    const begunAt = performance.now();
    try {
      await compute(async (wire, response) => {
        const answer = keepable({ answer: wire, response }, exchange, since);
        if (answer !== undefined && exchange.isOfReplica === true) {
          // The response may miss recent changes. The next request reads from the primary database and is cached.
          answers.forget(key);
          return wire;
        }
        answers.store(key, answer);
        const tagged = answer ?? taggedOf(wire, response, since);
        const mayBeShared = tagged === undefined || (await isStillTrue(tagged, begunAt));
        settle(answer === undefined ? undefined : { answer, mayBeShared });
        if (!mayBeShared) return unshared(wire);
        if (answer === undefined) return wire;
        return inForms.codeWire(wire, { key, answer, exchange, begunAt });
      });
    } finally {
      settle(undefined);
    }
  }

  /** Computes responses that are never cached, or while invalidations are unavailable. */
  function computeOnly(compute: ComputeAnswer): Promise<void> {
    const since = dropped.generation;
    const begunAt = performance.now();
    return compute(async (wire, response) => {
      const tagged = taggedOf(wire, response, since);
      return tagged === undefined || (await isStillTrue(tagged, begunAt)) ? wire : unshared(wire);
    });
  }

  return {
    listen(request, response, otherwise) {
      const key = keys.keyOf(request);
      if (key === undefined || !forms.has(key, request)) {
        otherwise();
        return;
      }
      serveCached(key, { request, response, otherwise });
    },

    isFill({ request }) {
      const key = keys.keyOf(request);
      return key !== undefined && !answers.isUncacheable(key);
    },

    async answer(exchange, compute) {
      const key = keys.keyOf(exchange.request);
      if (key === undefined || !(await invalidation.isCurrent())) return computeOnly(compute);
      const arrived = dropped.generation;
      for (;;) {
        // Another request may have stored the response in the meantime. Here the guards only allow the use of the
        // cache; due changes are applied by the computation.
        const answer = answers.has(key) && (await deps.isSettled()) ? answers.find(key) : undefined;
        if (answer !== undefined) return inForms.answer(exchange, { key, answer, mayBeShared: true });
        const since = dropped.generation;
        if (answers.isUncacheable(key)) return computeAndKeep({ key, exchange, since }, compute);
        const flight = flights.find(key);
        if (flight === undefined)
          return flights.lead({ key, since }, (settle) =>
            computeAndKeep({ key, exchange, since }, compute, settle),
          );
        const computed = await flight.outcome;
        if (computed === undefined)
          return computeAndKeep({ key, exchange, since: dropped.generation }, compute);
        if (!isShared({ answer: computed.answer, flight, arrived, exchange, dropped })) {
          // The computation started before a change that this request must show. The next request computes the response
          // again for all.
          if (flights.find(key) === flight) flights.forget(key);
          continue;
        }
        return inForms.answer(exchange, { key, ...computed });
      }
    },
  };
}

/** Creates the function that returns the cacheable part of a response started in a given generation. */
function createKeepable(uncached: ResponseCacheDeps['uncached'], keys: ReturnType<typeof createCacheKeys>) {
  return (
    { answer, response }: { readonly answer: WireAnswer; readonly response: ApiResponse },
    { actor, pattern, now }: HttpExchange,
    since: number,
  ): CachedAnswer | undefined => {
    const shareable = isVisitor(actor) ? shareableOf(answer, response) : undefined;
    if (shareable === undefined || !keys.covers(String(answer.headers.Vary))) return undefined;
    if (pattern === undefined || response.isVolatile === true) return undefined;
    if (uncached.some((start) => pattern.startsWith(start))) return undefined;
    return buildCachedAnswer({ answer: shareable, since, now, pattern });
  };
}

/** A response that several requests waited for. */
interface Computed {
  readonly answer: CachedAnswer;
  /** Whether none of its tags was invalidated during the computation. */
  readonly mayBeShared: boolean;
}

interface Arrival {
  readonly answer: CachedAnswer;
  readonly flight: Flight<Computed>;
  /** The generation at the start of the request. */
  readonly arrived: number;
  readonly exchange: HttpExchange;
  readonly dropped: Invalidation['dropped'];
}

/** Returns whether the response computed by another request contains everything this request must show. */
function isShared({ answer, flight, arrived, exchange, dropped }: Arrival): boolean {
  if (exchange.now.getTime() >= answer.until) return false;
  return flight.since >= arrived || dropped.isValid(answer);
}

/** Valid cached responses, and URLs known to have no cacheable response. */
interface ValidAnswers {
  has(key: string): boolean;
  /** Returns a valid response and removes an invalid one. */
  find(key: string): CachedAnswer | undefined;
  /** Returns a response that was not invalidated, and was confirmed recently enough. */
  findStale(key: string, confirmedAt: number): CachedAnswer | undefined;
  /** Stores a response; undefined marks the URL as not cacheable. */
  store(key: string, answer: CachedAnswer | undefined): void;
  isUncacheable(key: string): boolean;
  /** Removes everything known about the URL. */
  forget(key: string): void;
  bytes(): number;
}

function createValidAnswers({
  maxBytes,
  dropped,
  clock,
  staleMs,
}: Pick<ResponseCacheDeps, 'clock'> & {
  readonly maxBytes: number;
  /** Maximum age in milliseconds of a response that replaces an error. */
  readonly staleMs: number;
  readonly dropped: Invalidation['dropped'];
}): ValidAnswers {
  const answers = createAnswerStore(maxBytes);
  const uncacheable = new LRUCache<string, true>({
    maxSize: UNCACHEABLE_BYTES,
    sizeCalculation: (_value, key) => key.length + KEY_BYTES,
  });

  function find(key: string): CachedAnswer | undefined {
    const answer = answers.get(key);
    if (answer === undefined) return undefined;
    if (!dropped.isValid(answer)) {
      answers.delete(key);
      return undefined;
    }
    if (isTimely(answer, clock.now())) return answer;
    // Stale responses are retained if they may replace an error.
    if (staleMs === 0) answers.delete(key);
    return undefined;
  }

  function findStale(key: string, confirmedAt: number): CachedAnswer | undefined {
    const answer = answers.get(key);
    if (answer === undefined || !dropped.isValid(answer)) return undefined;
    const now = clock.now().getTime();
    const isOfThePast = now >= answer.from;
    return isOfThePast && now - Math.min(answer.until, confirmedAt) < staleMs ? answer : undefined;
  }

  function store(key: string, answer: CachedAnswer | undefined): void {
    if (answer === undefined) {
      uncacheable.set(key, true);
      answers.delete(key);
      return;
    }
    uncacheable.delete(key);
    if (dropped.isValid(answer)) answers.set(key, answer);
  }

  return {
    has: answers.has,
    bytes: answers.bytes,
    find,
    findStale,
    store,
    isUncacheable: (key) => uncacheable.has(key),
    forget(key) {
      uncacheable.delete(key);
      answers.delete(key);
    },
  };
}

/** Returns whether the response is valid now. After the clock is set back, responses may lie in the future. */
function isTimely({ from, until }: CachedAnswer, now: Date): boolean {
  const time = now.getTime();
  return time >= from && time < until;
}
