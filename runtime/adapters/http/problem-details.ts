import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../../kernel/contract/json.js';
import type { Violation } from '../../kernel/contract/validation.js';
import { AppError } from '../../kernel/errors/app-error.js';
import { NO_TOKEN } from '../../kernel/errors/catalog.js';
import { JSON_TYPE } from '../../kernel/contract/media-types.js';

export interface ProblemOptions {
  readonly apiPrefix: string;
  /** Print members with `hydra:` (contract decision 2). */
  readonly hydraPrefix: boolean;
}

/** An error as it goes over the wire. */
export interface Problem {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: JsonObject;
}

const TITLE = 'An error occurred';
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** The only place that turns an error into an answer (core.md section 2). `mediaType` is the negotiated one. */
export function buildProblem(error: unknown, mediaType: string, options: ProblemOptions): Problem {
  const failure = error instanceof AppError ? error : INTERNAL;
  const { status, headers } = failure;
  if (status === 401) {
    const body = { code: 401, message: failure.publicMessage, ...adviceOf(failure, options) };
    return { status, contentType: JSON_TYPE, headers: { 'WWW-Authenticate': 'Bearer', ...headers }, body };
  }
  const body = problemBody(failure, options);
  if (mediaType !== JSON_TYPE) return { status, contentType: PROBLEM_TYPE, headers, body };
  return { status, contentType: `${JSON_TYPE}; charset=utf-8`, headers, body: plainBody(body) };
}

/** Who never signed in is told how; what else is wrong with a token says so itself. */
function adviceOf({ publicMessage }: AppError, { apiPrefix }: ProblemOptions): JsonObject {
  if (publicMessage !== NO_TOKEN) return {};
  return {
    detail: `Sign in with POST ${apiPrefix}/login, or send the header "Authorization: Bearer TOKEN".`,
  };
}

const INTERNAL = new AppError({ code: 'INTERNAL', status: 500, publicMessage: 'Internal Server Error' });

function problemBody(failure: AppError, options: ProblemOptions): JsonObject {
  const { status, publicMessage: detail, violations } = failure;
  const type =
    violations === undefined ? `/errors/${status}` : `/validation_errors/${violationToken(violations)}`;
  const members = { title: TITLE, detail, status, type };
  const name = typeName(violations !== undefined, options.hydraPrefix);
  return {
    '@context': `${options.apiPrefix}/contexts/${violations === undefined ? 'Error' : 'ConstraintViolation'}`,
    '@id': `${options.apiPrefix}${type}`,
    '@type': name,
    ...members,
    ...(options.hydraPrefix
      ? { 'hydra:title': TITLE, 'hydra:description': detail }
      : { description: detail }),
    ...(violations === undefined ? {} : { violations: violations.map(violationBody) }),
  };
}

/** Clients of the prefixed form tell errors apart by the older type names (client.md section 3). */
function typeName(isValidation: boolean, hydraPrefix: boolean): string {
  if (isValidation) return hydraPrefix ? 'ConstraintViolationList' : 'ConstraintViolation';
  return hydraPrefix ? 'hydra:Error' : 'Error';
}

function violationBody({ propertyPath, message, code, payload }: Violation): JsonObject {
  return {
    propertyPath,
    message,
    ...(code === null ? {} : { code }),
    ...(payload === undefined ? {} : { payload: payload as JsonObject }), // rules carry JSON payloads only
  };
}

/** One code stands for itself, several are numbered; opaque to clients (core.md section 2.2). */
function violationToken(violations: readonly Violation[]): string {
  const codes = violations.map(({ code }) => code).filter((code) => code !== null);
  if (codes.length === 0) return randomBytes(10).toString('hex');
  return codes.length === 1 && violations.length === 1
    ? (codes[0] ?? '')
    : codes.map((code, index) => `${index}=${code}`).join(';');
}

/** Callers that asked for plain JSON get no JSON-LD members. */
function plainBody(body: JsonObject): JsonObject {
  const { title, detail, status, type, violations } = body;
  return violations === undefined
    ? { title, detail, status, type }
    : { title, detail, status, type, violations };
}
