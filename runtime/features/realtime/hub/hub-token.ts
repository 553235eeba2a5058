import jsonwebtoken from 'jsonwebtoken';
import type { EmbeddedHubOptions } from './options.js';
import { invalidToken } from './hub-refusal.js';
import { MATCH_TYPES, type Matcher } from './matchers.js';

const DETAIL_TYPE = 'https://mercure.rocks/authorization-detail';
const LIMIT = 100;

export interface Grants {
  readonly publish: readonly Matcher[];
  readonly subscribe: readonly Matcher[];
  /** Expiry of the token in seconds since 1970. */
  readonly expires: number;
}

/**
 * Verifies a token and returns its grants (realtime.md section 1.2). The algorithm is fixed, and a single invalid
 * claim invalidates the token.
 * @throws HubRefusal 401 for every invalid token, without a reason
 */
export function readToken(token: string, options: EmbeddedHubOptions): Grants {
  const { header, payload } = verify(token, options);
  if (!/^(?:application\/)?at\+jwt$/i.test(header.typ ?? '')) throw invalidToken();
  if (typeof payload === 'string' || typeof payload.exp !== 'number') throw invalidToken();
  const details: unknown = payload.authorization_details ?? [];
  if (!Array.isArray(details)) throw invalidToken();
  return { ...readDetails(details), expires: payload.exp };
}

function verify(
  token: string,
  { secret, issuer, resourceIdentifier, clock }: EmbeddedHubOptions,
): jsonwebtoken.Jwt {
  try {
    return jsonwebtoken.verify(token, secret, {
      algorithms: ['HS256'],
      issuer,
      audience: resourceIdentifier,
      clockTimestamp: Math.floor(clock.now().getTime() / 1000),
      complete: true,
    });
  } catch {
    throw invalidToken();
  }
}

function readDetails(details: readonly unknown[]): Pick<Grants, 'publish' | 'subscribe'> {
  const publish: Matcher[] = [];
  const subscribe: Matcher[] = [];
  let count = 0;
  let matchers = 0;
  for (const detail of details) {
    if (!isObject(detail) || typeof detail.type !== 'string') throw invalidToken();
    if (detail.type !== DETAIL_TYPE) continue;
    const actions = readActions(detail.actions);
    const topics = readMatchers(detail.topics);
    count += 1;
    matchers += topics.length;
    if (count > LIMIT || matchers > LIMIT) throw invalidToken();
    if (detail.payload !== undefined && !isObject(detail.payload)) throw invalidToken();
    if (actions.includes('publish')) publish.push(...topics);
    if (actions.includes('subscribe')) subscribe.push(...topics);
  }
  return { publish, subscribe };
}

function readActions(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) throw invalidToken();
  return value.map((action: unknown) => {
    if (typeof action !== 'string') throw invalidToken();
    return action;
  });
}

function readMatchers(value: unknown): readonly Matcher[] {
  if (!Array.isArray(value) || value.length === 0) throw invalidToken();
  return value.map((entry: unknown) => {
    if (!isObject(entry) || typeof entry.match !== 'string' || entry.match === '') throw invalidToken();
    const type = MATCH_TYPES.find((known) => known === (entry.match_type ?? 'exact'));
    if (type === undefined) throw invalidToken();
    return { type, match: entry.match };
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
