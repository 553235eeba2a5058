import type { IncomingMessage } from 'node:http';
import { HubRefusal } from './hub-refusal.js';
import type { Matcher, MatchType } from './matchers.js';

const MATCHER_LIMIT = 100;
const NAMES: Readonly<Record<string, MatchType>> = {
  match: 'exact',
  match_exact: 'exact',
  match_urlpattern: 'urlpattern',
};

export interface Subscription {
  readonly matchers: readonly Matcher[];
  /** The event after which to replay; undefined when the subscriber named none. */
  readonly cursor: string | undefined;
}

/**
 * Reads what a subscriber asks for (realtime.md section 1.4).
 * @throws HubRefusal 400 for no matcher, too many, or a parameter of older clients.
 */
export function readSubscription(query: URLSearchParams, { headers }: IncomingMessage): Subscription {
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

/** Node reads headers as Latin-1; browsers send the id as UTF-8. */
function readCursor(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? Buffer.from(header, 'latin1').toString('utf8') : header?.[0];
}
