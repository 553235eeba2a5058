import type { AppConfig } from '../../../config/app-config.js';
import { printableTag } from '../../../kernel/util/tag-text.js';

export type PurgerName = Exclude<AppConfig['httpCache']['purger'], 'none'>;

/** Tells shared caches to drop answers. @throws PurgeError when one of them did not. */
export interface Purger {
  /** Any number of tags, as answers print them; several requests where they need more header than caches take. */
  purge(tags: readonly string[], signal: AbortSignal): Promise<void>;
  /** Drops everything; undefined where the cache has no way to be asked. */
  readonly flush: ((signal: AbortSignal) => Promise<void>) | undefined;
}

/** Its message is for operators: the URL that was asked, without credentials, and what became of it. */
export class PurgeError extends Error {}

interface Wire {
  readonly header: string;
  readonly glue: string;
  /** Below the URL of the cache. */
  readonly flushPath?: string;
}

const WIRES: Readonly<Record<PurgerName, Wire>> = {
  'varnish-xkey': { header: 'xkey-purge', glue: ' ' },
  souin: { header: 'Surrogate-Key', glue: ', ', flushPath: '/flush' },
  'surrogate-key': { header: 'Surrogate-Key', glue: ' ' },
};

/** Caches refuse requests with more than 8 kB of headers; there are others beside this one. */
const MAX_HEADER_BYTES = 6_000;

export function createPurger(name: PurgerName, urls: readonly string[]): Purger {
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
  };
}

/** The tags in as few header values as they fit into, each named once. */
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

/** Asks all caches, whatever becomes of one of them. */
async function toAll(urls: readonly string[], ask: (url: string) => Promise<void>): Promise<void> {
  const results = await Promise.allSettled(urls.map(ask));
  const reasons = results.flatMap((result) =>
    result.status === 'rejected' ? [messageOf(result.reason)] : [],
  );
  if (reasons.length > 0) throw new PurgeError(reasons.join('; '));
}

const messageOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));

async function send(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  const name = nameOf(url);
  let answer: Response;
  try {
    // A cache answers by itself; whoever sends elsewhere is none.
    answer = await fetch(url, { method: 'PURGE', headers, redirect: 'manual', signal });
    await answer.body?.cancel();
  } catch (error) {
    if (signal.aborted) throw new PurgeError(`${name} did not answer in time`);
    throw new PurgeError(`${name} could not be reached (${causeOf(error)})`);
  }
  if (!answer.ok) throw new PurgeError(`${name} answered ${answer.status} to PURGE`);
}

function causeOf(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : messageOf(error);
}

function below(url: string, path: string): string {
  const at = new URL(url);
  at.pathname = at.pathname.replace(/\/$/, '') + path;
  return at.href;
}

/** Without what stands for a password or a token. */
function nameOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
