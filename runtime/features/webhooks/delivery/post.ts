import type { IncomingMessage, RequestOptions } from 'node:http';
import { within } from '../../../kernel/util/async/within.js';
import { hostOf, pinnedTo, resolveTarget } from './targets.js';

/** What came of one request to a receiver. */
export interface Posted {
  /** Null where there was no answer. */
  readonly status: number | null;
  /** The beginning of its body; null where there was no answer. */
  readonly answer: string | null;
  /** Why it is a failure; null where it is none. */
  readonly failure: string | null;
  readonly durationMs: number;
  /** What the receiver asks for, in milliseconds. */
  readonly retryAfterMs?: number;
}

export interface PostRequest {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly allowsPrivate: boolean;
  readonly now: Date;
  /** Ends the request before its time. */
  readonly signal?: AbortSignal;
}

/** Over all: looking up, connecting, sending and the answer. */
const TIMEOUT_MS = 5000;
const ANSWER_BYTES = 1024;
/** What a receiver may ask for at most. */
const LONGEST_WAIT_MS = 3_600_000;
const HEADER_BYTES = 16_384;

/** Sends a body by POST, once: no redirect is followed, and of the answer no more is read than is kept. Never throws. */
export async function post(request: PostRequest): Promise<Posted> {
  const began = performance.now();
  const late = new AbortController();
  const signal = request.signal === undefined ? late.signal : AbortSignal.any([late.signal, request.signal]);
  const over = (): number => Math.round(performance.now() - began);
  try {
    // The resolver of the system hears of no signal, so the wait for it ends by itself.
    const answered = await within(TIMEOUT_MS, exchange(request, signal), () => {
      late.abort();
      return new Error('late');
    });
    return { ...answered, durationMs: over() };
  } catch (error) {
    const failure = late.signal.aborted
      ? `did not answer within ${TIMEOUT_MS / 1000} s`
      : `could not be reached: ${causeOf(error)}`;
    return { status: null, answer: null, failure, durationMs: over() };
  }
}

async function exchange(
  { address, headers, body, allowsPrivate, now }: PostRequest,
  signal: AbortSignal,
): Promise<Omit<Posted, 'durationMs'>> {
  const url = new URL(address);
  const addresses = await resolveTarget(hostOf(url), allowsPrivate);
  const response = await send(url, {
    body,
    options: {
      method: 'POST',
      agent: false,
      lookup: pinnedTo(addresses),
      maxHeaderSize: HEADER_BYTES,
      signal,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'cms-api-components',
      },
    },
  });
  const status = response.statusCode ?? 0;
  const answer = await beginningOf(response);
  const retryAfterMs = retryAfter(response, now);
  return {
    status,
    answer,
    failure: failureOf(status, response.headers.location),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

async function send(
  url: URL,
  { options, body }: { readonly options: RequestOptions; readonly body: string },
): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  return new Promise((resolve, reject) => {
    const sent = request(url, options, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Reads as much as is kept, and ends the connection. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk as Buffer); // a response without an encoding answers buffers
      size += (chunk as Buffer).length;
      if (size >= ANSWER_BYTES) break;
    }
  } finally {
    response.destroy();
  }
  return storable(Buffer.concat(chunks).subarray(0, ANSWER_BYTES));
}

/** As text that every database keeps: half of a character at the end, and what is none, is replaced. */
const storable = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', '\uFFFD');

function failureOf(status: number, location: string | undefined): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400 && location !== undefined)
    return `answered ${status}: it leads to ${withoutQuery(location)}, which is not followed`;
  return `answered ${status}`;
}

function withoutQuery(location: string): string {
  const [plain = ''] = location.split(/[?#]/, 1);
  return plain.slice(0, 200).replaceAll('\0', '');
}

/** Only an overloaded receiver says when to come back. */
function retryAfter({ statusCode, headers }: IncomingMessage, now: Date): number | undefined {
  const text = headers['retry-after'];
  if (text === undefined || (statusCode !== 429 && statusCode !== 503)) return undefined;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 1000), LONGEST_WAIT_MS) : undefined;
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { readonly code?: unknown };
  // What the system says names addresses of this machine's network; its code is enough.
  return typeof code === 'string' ? code : error.message;
}
