import { causeOf } from '../../../kernel/util/failures/fetch-failure.js';
import { PurgeError, type Purger } from './purger.js';
import { createRateLimit } from './rate-limit.js';

export interface CloudflareAccount {
  readonly zoneId: string;
  readonly apiToken: string;
  /** Base URL of the API without a trailing slash; defaults to that of Cloudflare. */
  readonly url?: string | undefined;
  /** Number of purges per minute that the account's plan allows. */
  readonly purgesPerMinute: number;
}

const API_URL = 'https://api.cloudflare.com/client/v4';
const MOST_TAGS = 100;
/** Maximum tag length. Cloudflare ignores longer tags in responses and refuses purge requests with them. */
const LONGEST_TAG = 1024;
/** Burst size that every Cloudflare plan allows. */
const REQUESTS_AT_ONCE = 25;
/** Longer purges are replaced by one request that purges everything. */
const LONGEST_WORK_MS = 60_000;
const PAUSE_MS = 60_000;
const LONGEST_REASON = 200;

const EVERYTHING = { purge_everything: true };
type PurgeBody = typeof EVERYTHING | { readonly tags: readonly string[] };

/** Purges a Cloudflare zone by tags within the rate limit of the account (contract decision 92). */
export function createCloudflarePurger(account: CloudflareAccount): Purger {
  const rateLimit = createRateLimit(account.purgesPerMinute, REQUESTS_AT_ONCE);

  async function inTurn(bodies: readonly PurgeBody[], signal: AbortSignal): Promise<void> {
    const start = performance.now();
    for (const [index, body] of bodies.entries()) {
      const left = bodies.length - index;
      const isLate = (): boolean =>
        body !== EVERYTHING && performance.now() - start + rateLimit.durationOf(left) > LONGEST_WORK_MS;
      for (;;) {
        if (isLate()) return inTurn([EVERYTHING], signal);
        const pauseMs = await send(account, body, { signal, turn: () => rateLimit.take(signal) });
        if (pauseMs === 0) break;
        rateLimit.pause(pauseMs);
      }
    }
  }

  return {
    purge: (tags, signal) => inTurn(inHundreds(tags), signal),
    flush: (signal) => inTurn([EVERYTHING], signal),
    // Deliveries see all waiting messages together, and a request may have to wait for minutes.
    purgesAtOnce: false,
    delivery: { batchSize: 1_000, timeoutMs: 15 * 60_000 },
  };
}

function inHundreds(tags: readonly string[]): readonly PurgeBody[] {
  const usable = [...new Set(tags)].filter((tag) => tag.length <= LONGEST_TAG);
  const bodies: PurgeBody[] = [];
  for (let from = 0; from < usable.length; from += MOST_TAGS)
    bodies.push({ tags: usable.slice(from, from + MOST_TAGS) });
  return bodies;
}

interface Sending {
  readonly signal: AbortSignal;
  /** Waits until a request is allowed by the rate limit. */
  turn(): Promise<void>;
}

/** @returns milliseconds to wait before retrying; 0 on success */
async function send(account: CloudflareAccount, body: PurgeBody, { signal, turn }: Sending): Promise<number> {
  const { zoneId, apiToken, url = API_URL } = account;
  try {
    await turn();
    const answer = await fetch(`${url}/zones/${encodeURIComponent(zoneId)}/purge_cache`, {
      method: 'POST',
      body: JSON.stringify(body),
      redirect: 'manual',
      signal,
      headers: { Authorization: `Bearer ${apiToken}`, 'Content-Type': 'application/json' },
    });
    const text = await answer.text();
    if (answer.status === 429) return retryAfterMs(answer.headers.get('retry-after'));
    if (!answer.ok || !isSuccess(text))
      throw new PurgeError(`Cloudflare answered ${answer.status} to purge_cache${reasonIn(text)}`);
    return 0;
  } catch (error) {
    if (error instanceof PurgeError) throw error;
    if (signal.aborted)
      throw new PurgeError('Cloudflare takes no more requests for now, or did not answer in time');
    throw new PurgeError(`Cloudflare could not be reached (${causeOf(error)})`);
  }
}

/** Parses seconds or a date (RFC 9110 section 10.2.3). */
function retryAfterMs(value: string | null): number {
  const seconds = /^\s*\d+\s*$/.test(value ?? '')
    ? Number(value)
    : (Date.parse(value ?? '') - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(1, seconds * 1000) : PAUSE_MS;
}

interface CloudflareAnswer {
  readonly success?: unknown;
  readonly errors?: readonly { readonly code?: unknown; readonly message?: unknown }[];
}

const isSuccess = (text: string): boolean => parse(text).success === true;

/** Returns the error reason reported by Cloudflare. */
function reasonIn(text: string): string {
  const { errors } = parse(text);
  const reasons = Array.isArray(errors) ? errors.map(({ code, message }) => `${code}: ${message}`) : [];
  return reasons.length === 0 ? '' : ` (${reasons.join('; ').slice(0, LONGEST_REASON)})`;
}

function parse(text: string): CloudflareAnswer {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
