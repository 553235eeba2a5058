import { printableTag } from '../tag-text.js';
import { causeOf, messageOf } from '../../../kernel/util/failures/fetch-failure.js';
import { PurgeError, type Purger } from './purger.js';

type RequestPurgerName = 'varnish-xkey' | 'souin' | 'surrogate-key';

interface Wire {
  readonly header: string;
  readonly glue: string;
  /** Path relative to the URL of the cache. */
  readonly flushPath?: string;
}

const WIRES: Readonly<Record<RequestPurgerName, Wire>> = {
  'varnish-xkey': { header: 'xkey-purge', glue: ' ' },
  souin: { header: 'Surrogate-Key', glue: ', ', flushPath: '/flush' },
  'surrogate-key': { header: 'Surrogate-Key', glue: ' ' },
};

/** Caches refuse requests with more than 8 kB of headers, including all other headers. */
const MAX_HEADER_BYTES = 6_000;

/** Creates a purger that sends PURGE requests to the URLs of the caches. */
export function createRequestPurger(name: RequestPurgerName, urls: readonly string[]): Purger {
  const { header, glue, flushPath } = WIRES[name];
  return {
    async purge(tags, signal) {
      for (const value of headerValues(tags, glue))
        await toAll(urls, (url) => send(url, { [header]: value }, signal));
    },
    flush:
      flushPath === undefined
        ? undefined
        : (signal) => toAll(urls, (url) => send(below(url, flushPath), {}, signal)),
    purgesAtOnce: true,
    delivery: { batchSize: 20, timeoutMs: 5_000 },
  };
}

/** Distributes the tags over as few header values as possible, without duplicates. */
export function headerValues(tags: readonly string[], glue: string): readonly string[] {
  const values: string[] = [];
  let value = '';
  for (const tag of new Set(tags.map(printableTag))) {
    if (value !== '' && value.length + glue.length + tag.length > MAX_HEADER_BYTES) {
      values.push(value);
      value = '';
    }
    value += value === '' ? tag : glue + tag;
  }
  return value === '' ? values : [...values, value];
}

/** Sends requests to all caches, even if one of them fails. */
async function toAll(urls: readonly string[], ask: (url: string) => Promise<void>): Promise<void> {
  const results = await Promise.allSettled(urls.map(ask));
  const reasons = results.flatMap((result) =>
    result.status === 'rejected' ? [messageOf(result.reason)] : [],
  );
  if (reasons.length > 0) throw new PurgeError(reasons.join('; '));
}

async function send(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  const name = nameOf(url);
  let answer: Response;
  try {
    const { address, authorization } = withoutPassword(url);
    // Redirects are not followed, because a cache responds directly.
    answer = await fetch(address, {
      method: 'PURGE',
      headers: { ...headers, ...authorization },
      redirect: 'manual',
      signal,
    });
    await answer.body?.cancel();
  } catch (error) {
    if (signal.aborted) throw new PurgeError(`${name} did not answer in time`);
    throw new PurgeError(`${name} could not be reached (${causeOf(error)})`);
  }
  if (!answer.ok) throw new PurgeError(`${name} answered ${answer.status} to PURGE`);
}

/**
 * Moves credentials from the URL to a header: `fetch` refuses URLs with a password and includes them in its error
 * message.
 */
function withoutPassword(url: string): {
  readonly address: string;
  readonly authorization: Readonly<Record<string, string>>;
} {
  const at = new URL(url);
  if (at.username === '' && at.password === '') return { address: url, authorization: {} };
  const credentials = [at.username, at.password].map(decodeURIComponent).join(':');
  at.username = '';
  at.password = '';
  return {
    address: at.href,
    authorization: { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
  };
}

function below(url: string, path: string): string {
  const at = new URL(url);
  at.pathname = at.pathname.replace(/\/$/, '') + path;
  return at.href;
}

/** Removes parts of the URL that may contain a password or token. */
function nameOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
