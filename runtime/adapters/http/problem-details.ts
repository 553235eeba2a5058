import type { JsonObject } from '../../kernel/contract/json.js';
import { AppError } from '../../kernel/errors/app-error.js';
import { kernelErrors } from '../../kernel/errors/catalog.js';
import { errorBody, type ProblemOptions } from '../../kernel/errors/problem-body.js';
import { JSON_TYPE } from '../../kernel/contract/http/media-types.js';

/** An error response. */
export interface Problem {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: JsonObject;
}

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/**
 * Converts an error to a response; no other code does (core.md section 2). `mediaType` is the negotiated one.
 */
export function buildProblem(error: unknown, mediaType: string, options: ProblemOptions): Problem {
  const failure = error instanceof AppError ? error : kernelErrors.internal();
  const { status, headers } = failure;
  const body = errorBody(failure, options);
  if (status === 401) {
    return { status, contentType: JSON_TYPE, headers: { 'WWW-Authenticate': 'Bearer', ...headers }, body };
  }
  if (mediaType !== JSON_TYPE) return { status, contentType: PROBLEM_TYPE, headers, body };
  return { status, contentType: `${JSON_TYPE}; charset=utf-8`, headers, body: plainBody(body) };
}

/** Removes JSON-LD members for callers that accept plain JSON. */
function plainBody(body: JsonObject): JsonObject {
  const { title, detail, status, type, requestId, violations } = body;
  return {
    ...{ title, detail, status, type },
    ...(requestId === undefined ? {} : { requestId }),
    ...(violations === undefined ? {} : { violations }),
  };
}
