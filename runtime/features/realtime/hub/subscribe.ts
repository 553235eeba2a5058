import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readCredentials } from './credentials.js';
import type { History } from './history.js';
import { HubRefusal, invalidToken, refuseUnknown } from './hub-refusal.js';
import type { Grants } from './hub-token.js';
import {
  type Requested,
  assertWithinLimits,
  hasPatterns,
  isEverything,
  type Matcher,
  type MatcherCompiler,
  type MatchType,
  type TopicTest,
} from './matchers.js';
import type { EmbeddedHubOptions, HubLimits } from './options.js';
import type { Subscribers } from './subscribers.js';
import type { WorkQueue } from './work-queue.js';

const MATCHER_LIMIT = 100;
const NAMES: Readonly<Record<string, MatchType>> = {
  match: 'exact',
  match_exact: 'exact',
  match_urlpattern: 'urlpattern',
};

interface Subscription {
  readonly matchers: readonly Matcher[];
  /** Event id after which to replay; undefined if the subscriber sent none. */
  readonly cursor: string | undefined;
}

export interface SubscribeDeps {
  readonly options: EmbeddedHubOptions;
  readonly limits: HubLimits;
  readonly history: History;
  readonly workQueue: WorkQueue;
  readonly subscribers: Subscribers;
  readonly compiler: MatcherCompiler;
}

/** Opens the stream of a request. @throws HubRefusal for the response of a refused request */
export type Subscribe = (
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
) => Promise<void>;

export function createSubscribe(deps: SubscribeDeps): Subscribe {
  const { options, limits, history, subscribers, compiler } = deps;
  const read = createRequestedReader(deps);
  return async (request, response, query) => {
    const grants = readCredentials(request, options);
    if (grants === undefined && !options.anonymous) refuseUnknown();
    const { matchers, cursor } = readSubscription(query, request);
    const granted = grantedTest(compiler, grants?.subscribe ?? []);
    const key = keyOf(matchers, grants);
    const audience = subscribers.audienceOf(key) ?? { granted, ...(await read(matchers, response)) };
    if (response.destroyed) return;
    assertRoom(subscribers, limits, subscribers.audienceOf(key) === undefined ? audience.weight : 0);
    const replay = cursor === undefined ? undefined : history.placeOf(cursor);
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'private, no-cache, no-store, must-revalidate, max-age=0',
      'X-Accel-Buffering': 'no',
      ...(replay === undefined ? {} : { 'Mercure-Last-Event-ID': latin1(replay.from) }),
    });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    // The headers are sent at once, so that the browser's stream is open before the first update.
    response.write(':\n\n');
    const lifetimeMs = lifetimeOf(grants, options);
    subscribers.add({ response, key, audience, lifetimeMs, place: replay?.place ?? history.newest });
  };
}

/** Compiles the topics that a token grants. @throws HubRefusal 401 for an invalid pattern */
export function grantedTest(compiler: MatcherCompiler, matchers: readonly Matcher[]): TopicTest {
  try {
    return compiler.compileGranted(matchers);
  } catch {
    throw invalidToken();
  }
}

/** Compiles untrusted patterns, one per slice, for a limited number of requests at a time. */
function createRequestedReader({ limits, subscribers, compiler, workQueue }: SubscribeDeps) {
  let opening = 0;
  return async (matchers: readonly Matcher[], response: ServerResponse): Promise<Requested> => {
    assertRoom(subscribers, limits, 0);
    if (!hasPatterns(matchers)) return readAll(compiler.compileRequested(matchers));
    if (opening >= limits.opening) throw new HubRefusal(429, 'Too many subscriptions are being opened.');
    opening += 1;
    try {
      assertWithinLimits(matchers);
      return await workQueue.run(whileThere(compiler.compileRequested(matchers), response));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new HubRefusal(400, `A pattern cannot be read. ${error.message}`);
    } finally {
      opening -= 1;
    }
  };
}

/** Requests without patterns are compiled at once, because they cost no matching time. */
function readAll(work: Generator<void, Requested>): Requested {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** Stops when the client disconnects. */
function* whileThere(work: Generator<void, Requested>, response: ServerResponse): Generator<void, Requested> {
  for (;;) {
    if (response.destroyed) return { requested: () => false, weight: 0 };
    const { done, value } = work.next();
    if (done === true) return value;
    yield;
  }
}

/** @throws HubRefusal 429 if the limits are reached */
function assertRoom(
  { size, weight }: Subscribers,
  { subscribers, requestedBytes }: HubLimits,
  more: number,
): void {
  if (size >= subscribers) throw new HubRefusal(429, 'There are too many subscribers.');
  if (more > 0 && weight + more > requestedBytes) {
    throw new HubRefusal(429, 'Too many different topics and patterns are requested. Use "match=*" instead.');
  }
}

/** Hashes the subscription, so that keys stay short for requests of any length. */
function keyOf(matchers: readonly Matcher[], grants: Grants | undefined): string {
  const requested = isEverything(matchers) ? '*' : matchers;
  return createHash('sha256')
    .update(JSON.stringify([requested, grants?.subscribe ?? []]))
    .digest('base64');
}

function lifetimeOf(grants: Grants | undefined, { clock }: EmbeddedHubOptions): number | undefined {
  return grants === undefined ? undefined : Math.max(0, grants.expires * 1000 - clock.now().getTime());
}

/** Encodes an id for a header: the bytes of its UTF-8. */
function latin1(id: string): string {
  return Buffer.from(id, 'utf8').toString('latin1');
}

/**
 * Reads the topics of a subscription (realtime.md section 1.4).
 * @throws HubRefusal 400 for no matcher, too many, or a parameter of older clients
 */
function readSubscription(query: URLSearchParams, { headers }: IncomingMessage): Subscription {
  const matchers: Matcher[] = [];
  for (const [name, match] of query) {
    const type = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
    if (type !== undefined) matchers.push({ type, match });
    else if (name === 'topic' || name.toLowerCase().startsWith('match')) {
      throw new HubRefusal(400, 'Unknown matcher: use "match", "match_exact" or "match_urlpattern".');
    }
  }
  if (matchers.length === 0) {
    throw new HubRefusal(400, 'Write at least one "match", "match_exact" or "match_urlpattern".');
  }
  if (matchers.length > MATCHER_LIMIT) throw new HubRefusal(400, `Write at most ${MATCHER_LIMIT} matchers.`);
  return {
    matchers,
    cursor: readCursor(headers['last-event-id']) ?? query.get('last_event_id') ?? undefined,
  };
}

/** Decodes the cursor. Node reads headers as Latin-1, but browsers send the id as UTF-8. */
function readCursor(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? Buffer.from(header, 'latin1').toString('utf8') : header?.[0];
}
