import type { IncomingMessage, RequestOptions } from 'node:http';
import { within } from '../../../kernel/util/async/within.js';
import { hostOf, pinnedTo, resolveTarget } from './targets.js';

/** Outcome of one request to a receiver. */
export interface Posted {
  /** Null without a response. */
  readonly status: number | null;
  /** Beginning of the response body; null without a response. */
  readonly answer: string | null;
  /** Reason for a failure; null for a success. */
  readonly failure: string | null;
  readonly durationMs: number;
  /** Pause that the receiver requests, in milliseconds. */
  readonly retryAfterMs?: number;
}

export interface PostRequest {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly allowsPrivate: boolean;
  readonly now: Date;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** Total timeout in milliseconds: DNS, connecting, sending and the response. */
const TIMEOUT_MS = 5000;
const ANSWER_BYTES = 1024;
/** Maximum pause that a receiver may request. */
const LONGEST_WAIT_MS = 3_600_000;
const HEADER_BYTES = 16_384;

/**
 * Sends a body by POST, once. Redirects are not followed, and only the stored part of the response is read. Never
 * throws.
 */
export async function post(request: PostRequest): Promise<Posted> {
  const began = performance.now();
  const late = new AbortController();
  const signal = request.signal === undefined ? late.signal : AbortSignal.any([late.signal, request.signal]);
  const over = (): number => Math.round(performance.now() - began);
  try {
    // The system resolver ignores abort signals, so the wait for it has its own timeout.
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

/** Reads the part of the response that is stored, and closes the connection. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk as Buffer); // a response without an encoding yields buffers
      size += (chunk as Buffer).length;
      if (size >= ANSWER_BYTES) break;
    }
  } finally {
    response.destroy();
  }
  return storable(Buffer.concat(chunks).subarray(0, ANSWER_BYTES));
}

/** Decodes bytes to text that every database can store. Invalid and incomplete characters are replaced. */
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

/** Returns the requested pause. Only an overloaded receiver may request one. */
function retryAfter({ statusCode, headers }: IncomingMessage, now: Date): number | undefined {
  const text = headers['retry-after'];
  if (text === undefined || (statusCode !== 429 && statusCode !== 503)) return undefined;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 1000), LONGEST_WAIT_MS) : undefined;
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { readonly code?: unknown };
  // System messages contain addresses of the internal network; the code is enough.
  return typeof code === 'string' ? code : error.message;
}
