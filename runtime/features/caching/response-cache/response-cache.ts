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
import type { KeptTally } from './kept-measures.js';
import { createAnswerInForms } from './answer-in-forms.js';
import { buildCachedAnswer, type CachedAnswer } from './cached-answer.js';
import { createCodedForms } from './coded-forms.js';
import { shareableOf, taggedOf } from './shareable.js';
import { createSendCached, type SendCachedDeps } from './send-cached.js';
import { createServeKept, type Outages } from './serve-kept.js';
import type { OfferStale } from './stale-headers.js';
import { createIsStillTrue, unshared } from './still-true.js';
import { createSingleFlight, type Flight } from './single-flight.js';

export interface ResponseCacheDeps {
  readonly maxBytes: number;
  readonly log: Logger;
  readonly clock: Clock;
  /** Parts of requests that say who asks. */
  readonly callerParts: readonly CallerParts[];
  readonly invalidation: Pick<Invalidation, 'dropped' | 'isCurrent'>;
  /** Whether what was computed before may be used: `isCurrent`, with what is due by now stored. */
  readonly isSettled: Invalidation['isCurrent'];
  /** Patterns of endpoints whose answers code of the project decides. */
  readonly uncached: readonly string[];
  /** Is counted in. */
  readonly tally: KeptTally;
  readonly offerStale: OfferStale;
  readonly outages?: Outages;
  readonly share?: SendCachedDeps['share'];
}

/** Room for addresses whose answers cannot be cached, so that their requests do not wait for each other. */
const UNCACHEABLE_BYTES = 2_000_000;
const KEY_BYTES = 200;

/**
 * Keeps in memory the answers of anonymous callers that are still what would be computed (ADR 47): `listen` answers from
 * memory, and `answer` has a request wait for whoever computes the same.
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

  const forms = createCodedForms({ compression: server.compression, answers });
  const inForms = createAnswerInForms({ forms, isStillTrue, send });
  const serveKept = createServeKept({ ...deps, answers, forms, isStillTrue, send }, server);

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
          // It lacks what may have been dropped before: the next one is read at the database itself, and kept.
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

  /** For those who ask for what is never kept, and where others are not heard of. */
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
      serveKept(key, { request, response, otherwise });
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
        // Another request may have stored the answer meanwhile. The gate only answers here; the computation does what is due.
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
          // Begun before something that this request must see; whoever comes first computes it anew for all of them.
          if (flights.find(key) === flight) flights.forget(key);
          continue;
        }
        return inForms.answer(exchange, { key, ...computed });
      }
    },
  };
}

/** Finds the part of an answer that can be kept, when it was begun in a generation. */
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

/** An answer that several requests waited for. */
interface Computed {
  readonly answer: CachedAnswer;
  /** Whether nothing it depends on was dropped while it was computed. */
  readonly mayBeShared: boolean;
}

interface Arrival {
  readonly answer: CachedAnswer;
  readonly flight: Flight<Computed>;
  /** The generation when the request came. */
  readonly arrived: number;
  readonly exchange: HttpExchange;
  readonly dropped: Invalidation['dropped'];
}

/** Whether the answer that another request computed lacks nothing this request must show. */
function isShared({ answer, flight, arrived, exchange, dropped }: Arrival): boolean {
  if (exchange.now.getTime() >= answer.until) return false;
  return flight.since >= arrived || dropped.isValid(answer);
}

/** Kept answers that are still true, and the addresses that are known to have none to be kept. */
interface ValidAnswers {
  has(key: string): boolean;
  /** Forgets an answer that is no longer true. */
  find(key: string): CachedAnswer | undefined;
  /** An answer that nobody dropped, and that could last be confirmed no longer ago than is allowed. */
  findStale(key: string, confirmedAt: number): CachedAnswer | undefined;
  /** Undefined says that the address has no answer to be kept. */
  store(key: string, answer: CachedAnswer | undefined): void;
  isUncacheable(key: string): boolean;
  /** Nothing is known of the address any more. */
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
  /** How long an answer may stand in for one that cannot be computed. */
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
    // What takes its place may not be had.
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

/** A clock that was set back finds answers that are not true yet. */
function isTimely({ from, until }: CachedAnswer, now: Date): boolean {
  const time = now.getTime();
  return time >= from && time < until;
}
