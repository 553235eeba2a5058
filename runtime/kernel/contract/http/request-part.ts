import type { RequestContext } from '../context.js';
import type { ApiRequest, HttpMethod } from './http.js';
import type { JsonValue } from '../json.js';
import type { HeaderValues } from './wire-answer.js';

/** One of several requests that came in one. */
export interface RequestPart {
  readonly method: HttpMethod;
  /** Path below the API prefix, with the query, as a request line has it. */
  readonly target: string;
  /** Headers of its own by their names in lower case, instead of those of the whole. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: JsonValue | undefined;
  /** What its context takes over from the whole: where it reads and writes, and when. */
  readonly within: Pick<RequestContext, 'now' | 'state' | 'partOf' | 'readsWith'>;
}

export interface PartAnswer {
  readonly status: number;
  readonly headers: Readonly<HeaderValues>;
  /** JSON, as it is sent; absent for an answer without a body. */
  readonly text?: string;
}

/** A part that was refused, or that failed. */
export interface RefusedPart {
  readonly error: unknown;
  /** Prints the answer, and logs what someone must look at. */
  print(): PartAnswer;
}

/**
 * Answers a part as the request would be answered by itself, for the caller of the whole: by the rules for paths, types and records,
 * but without caches, replicas and hooks around answers, and nothing is sent.
 */
export type AnswerPart = (whole: ApiRequest, part: RequestPart) => Promise<PartAnswer | RefusedPart>;

export const isRefused = (answer: PartAnswer | RefusedPart): answer is RefusedPart => 'print' in answer;
