import type { RequestContext } from '../context.js';
import type { ApiRequest, HttpMethod } from './http.js';
import type { JsonValue } from '../json.js';
import type { HeaderValues } from './wire-answer.js';

/** One request of a batch. */
export interface RequestPart {
  readonly method: HttpMethod;
  /** Path below the API prefix with the query, as in a request line. */
  readonly target: string;
  /** The part's own headers by lower-case name, which replace those of the batch. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: JsonValue | undefined;
  /** Context inherited from the batch: session, transaction and time. */
  readonly within: Pick<RequestContext, 'now' | 'state' | 'partOf' | 'readsWith'>;
}

export interface PartAnswer {
  readonly status: number;
  readonly headers: Readonly<HeaderValues>;
  /** JSON text to send; absent for a response without a body. */
  readonly text?: string;
}

/** A part that was rejected or failed. */
export interface RefusedPart {
  readonly error: unknown;
  /** Returns the response, and logs errors that need attention. */
  print(): PartAnswer;
}

/**
 * Processes a part like a separate request of the batch's caller: same rules for paths, types and records.
 * Caches, replicas and response hooks are skipped, and nothing is sent.
 */
export type AnswerPart = (whole: ApiRequest, part: RequestPart) => Promise<PartAnswer | RefusedPart>;

export const isRefused = (answer: PartAnswer | RefusedPart): answer is RefusedPart => 'print' in answer;
