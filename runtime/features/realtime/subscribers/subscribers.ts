import { ConfigError } from '../../../kernel/errors/config-error.js';
import type { Actor } from '../../../kernel/contract/context.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import type { Clock } from '../../../kernel/ports/clock.js';
import type { KernelConfig } from '../../../kernel/settings/config.js';
import { broadcastOf } from '../broadcast.js';
import { signHubToken } from '../hub-token.js';
import type { Hub } from '../hub-settings.js';
import { hubCookieText } from './hub-cookie.js';
import type { PatternsFor } from './subscriber-patterns.js';

/** Data for browsers: the URL of the hub, and the cookie that authorizes it. */
export interface Subscribers {
  readonly patternsFor: PatternsFor;
  /**
   * Returns a `Set-Cookie` value with a token for the caller, at sign-in, refresh, sign-out and on `/me` (realtime.md
   * section 2.6).
   */
  cookie(actor: Actor): string;
}

export interface SubscribersDeps {
  readonly config: Pick<KernelConfig, 'server'>;
  /** Lifetime of session tokens in seconds. */
  readonly tokenTtl: number;
  readonly hub: Hub;
  readonly patternsFor: PatternsFor;
  readonly clock: Clock;
}

/**
 * Maximum lifetime in seconds. Role changes take effect when the token expires, so it is short, and never outlives
 * its session token.
 */
const LONGEST_LIFETIME = 3600;

export function createSubscribers({
  config,
  tokenTtl,
  hub,
  patternsFor,
  clock,
}: SubscribersDeps): Subscribers {
  const lifetimeSeconds = Math.min(tokenTtl, LONGEST_LIFETIME);
  return {
    patternsFor,
    cookie(actor) {
      const grant = { action: 'subscribe', patterns: patternsFor(actor) } as const;
      const token = signHubToken(hub, grant, { now: clock.now(), lifetimeSeconds });
      return hubCookieText(hub, { token, seconds: lifetimeSeconds, apiUrl: config.server.publicUrl });
    },
  };
}

/** Browsers silently drop larger cookies, and hubs refuse tokens with more matchers. */
const MAX_COOKIE_BYTES = 3_800;
const MAX_MATCHERS = 100;

/**
 * Checks the size of tokens, which grows with the number of types under `mercure.secure_subscriptions`.
 * @throws ConfigError if the token of a caller who may read everything is too large; it names the types
 */
export function assertCookieFits(
  { patternsFor, cookie }: Subscribers,
  most: Actor,
  { all }: Pick<ResourceRegistry, 'all'>,
): void {
  const [count, bytes] = [patternsFor(most).length, cookie(most).split(';', 1)[0]?.length ?? 0];
  if (count <= MAX_MATCHERS && bytes <= MAX_COOKIE_BYTES) return;
  const types = all.filter((resource) => broadcastOf(resource) !== undefined).map(({ name }) => name);
  throw new ConfigError([
    {
      key: 'mercure.secure_subscriptions',
      problem: `the hub cookie for ${types.join(', ')} has ${count} patterns and ${bytes} bytes, but the limits are ${MAX_MATCHERS} and ${MAX_COOKIE_BYTES}`,
      advice: 'set it to false, or broadcast fewer types',
    },
  ]);
}
