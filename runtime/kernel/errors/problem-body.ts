import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../contract/json.js';
import type { Violation } from '../contract/records/validation.js';
import type { AppError } from './app-error.js';
import { describeViolations, NO_TOKEN } from './catalog.js';
import { expectedFormat } from './expected-format.js';
import type { ResponseMessages } from '../contract/message.js';

export interface ProblemOptions {
  readonly apiPrefix: string;
  /** Whether to print members with the `hydra:` prefix (contract decision 2). */
  readonly hydraPrefix: boolean;
  /** Request id in the log; absent outside requests. */
  readonly requestId?: string;
  /** Translates violation messages; without it they are in English. */
  readonly translate?: ResponseMessages['translate'];
}

const TITLE = 'An error occurred';

/**
 * Builds the body of an error (core.md section 2): a problem document, or for 401 the sign-in body (core.md
 * section 2.4).
 */
export function errorBody(failure: AppError, options: ProblemOptions): JsonObject {
  if (failure.status === 401)
    return { code: 401, message: failure.publicMessage, ...adviceOf(failure, options) };
  return problemBody(failure, options);
}

/** Adds sign-in instructions for callers without a token. Other token errors have their own message. */
function adviceOf({ publicMessage }: AppError, { apiPrefix }: ProblemOptions): JsonObject {
  if (publicMessage !== NO_TOKEN) return {};
  return {
    detail: `Sign in with POST ${apiPrefix}/login, or send the header "Authorization: Bearer TOKEN".`,
  };
}

function problemBody(failure: AppError, options: ProblemOptions): JsonObject {
  const { status, violations, members: own } = failure;
  const { translate = ({ message }) => message } = options;
  const shown = violations?.map((violation) => violationBody(violation, translate));
  // A validation error lists its violations as detail, unless it has its own message.
  const isList = violations !== undefined && failure.publicMessage === describeViolations(violations);
  const detail = isList ? describeViolations(shown ?? []) : failure.publicMessage;
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
    ...own,
    // Users can give the request id to operators, who find details in the log.
    ...(status < 500 || options.requestId === undefined ? {} : { requestId: options.requestId }),
    ...(shown === undefined ? {} : { violations: shown }),
  };
}

/** Clients of the prefixed format expect the older type names (client.md section 3). */
function typeName(isValidation: boolean, hydraPrefix: boolean): string {
  if (isValidation) return hydraPrefix ? 'ConstraintViolationList' : 'ConstraintViolation';
  return hydraPrefix ? 'hydra:Error' : 'Error';
}

/** Prints a violation: its message and the expected form, translated. */
export function violationBody(
  violation: Violation,
  translate: ResponseMessages['translate'],
): JsonObject & Pick<Violation, 'propertyPath' | 'message'> {
  const { propertyPath, code, payload } = violation;
  const expected = expectedFormat(violation);
  return {
    propertyPath,
    message: translate(violation),
    ...(code === null ? {} : { code }),
    ...(expected === undefined ? {} : { hint: translate(expected) }),
    ...(payload === undefined ? {} : { payload: payload as JsonObject }), // Payloads of rules are always JSON.
  };
}

/** Returns the single code, or numbers several codes; opaque to clients (core.md section 2.2). */
function violationToken(violations: readonly Violation[]): string {
  const codes = violations.map(({ code }) => code).filter((code) => code !== null);
  if (codes.length === 0) return randomBytes(10).toString('hex');
  return codes.length === 1 && violations.length === 1
    ? (codes[0] ?? '')
    : codes.map((code, index) => `${index}=${code}`).join(';');
}
