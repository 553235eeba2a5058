import type { Actor } from '../contract/context.js';
import type { Violation } from '../contract/records/validation.js';
import type { AppError } from './app-error.js';
import { defineErrors } from './define-errors.js';

/** Message by which clients recognize a missing session. `detail` has the remedy. */
export const NO_TOKEN = 'JWT Token not found';

const SEND_AGAIN = 'Retry after the delay in `Retry-After`.';

/**
 * The current version, which a write conflicts with. Members are null if they are unknown or hidden from the
 * caller.
 */
interface PresentVersion {
  readonly etag: string;
  readonly version: number;
  /** Name of the author. */
  readonly author: string | null;
  readonly date: string | null;
}

const OUTDATED = 'The record was changed since it was read.';

function describeVersion({ version, author, date }: PresentVersion): string {
  const by = author === null ? '' : ` by "${author}"`;
  const at = date === null ? '' : ` at ${date}`;
  return by + at === '' ? OUTDATED : `${OUTDATED} Version ${version} was saved${by}${at}.`;
}

/** Passes a message through that was built at the throw site. */
const asGiven = (publicMessage: string): string => publicMessage;

/**
 * Error catalogue of the kernel and its adapters (core.md section 2.3). Features have their own `errors.ts`.
 */
export const kernelErrors = defineErrors({
  notFound: {
    code: 'RESOURCE.NOT_FOUND',
    status: 404,
    when: 'No resource exists at this address, or the caller may not see it.',
    remedy: 'Check the path. Sign in if the resource is not public.',
    answer: (publicMessage = 'Not Found') => publicMessage,
  },
  badRequest: {
    code: 'REQUEST.BAD',
    status: 400,
    when: 'The URL, a query parameter or a value in the body has an invalid format.',
    remedy: 'Correct the value named in the message.',
    answer: asGiven,
  },
  tooManyValues: {
    code: 'REQUEST.TOO_MANY_VALUES',
    status: 400,
    when: 'The JSON body exceeds the maximum number of members and list entries, or has far more members than its type defines.',
    remedy: 'Split the request, and send only members that the type defines.',
    answer: asGiven,
  },
  notPart: {
    code: 'REQUEST.NOT_PART',
    status: 422,
    when: 'A batch contains an operation that is not available in batches, such as a sign-in, a file transfer or another batch.',
    remedy: 'Send the operation as a separate request.',
    answer: (what: string) => `${what} cannot be part of a batch. Send it as a separate request.`,
  },
  writtenAlone: {
    code: 'REQUEST.WRITTEN_ALONE',
    status: 422,
    when: 'A batch writes a record that requires slow work outside the transaction, such as hashing a password.',
    remedy: 'Send the write as a separate request.',
    answer: (type: string) =>
      `A ${type} cannot be created or changed in a batch. Send the write as a separate request.`,
  },
  itemNotFound: {
    code: 'REQUEST.ITEM_NOT_FOUND',
    status: 400,
    when: 'The body references a record that does not exist, or that another request deleted.',
    remedy: 'Send the IRI of an existing record.',
    answer: (iri?: string) =>
      iri === undefined
        ? 'Another request deleted a record that this request references.'
        : `Item not found for "${iri}".`,
  },
  invalidIri: {
    code: 'REQUEST.INVALID_IRI',
    status: 400,
    when: 'The value of a relation is not an IRI of the expected type.',
    remedy: 'Send the `@id` of the record.',
    /** `member` is the property path of the value, as in violations. */
    answer: (value: string, member: string) => `Invalid IRI "${value}" in "${member}".`,
  },
  malformedJson: {
    code: 'REQUEST.MALFORMED_JSON',
    status: 400,
    when: 'The body, or a JSON part of a multipart body, is not valid JSON.',
    remedy: 'Correct the syntax error at the position in the message.',
    answer: asGiven,
  },
  malformedMultipart: {
    code: 'REQUEST.MALFORMED_MULTIPART',
    status: 400,
    when: 'A multipart body has no valid boundary, or is incomplete.',
    remedy: 'Build the body and its `Content-Type` with an HTTP library.',
    answer: asGiven,
  },
  tooManyParts: {
    code: 'REQUEST.TOO_MANY_PARTS',
    status: 400,
    when: 'A multipart body exceeds the maximum number of parts.',
    remedy: 'Send fewer parts.',
    answer: (maxParts: number) => `The multipart body has more than ${maxParts} parts.`,
  },
  malformedRequest: {
    code: 'REQUEST.MALFORMED',
    status: 400,
    when: 'The request is not valid HTTP.',
    remedy: 'Use an HTTP library, and check the proxies in front of the service.',
    answer: 'The request is not valid HTTP.',
  },
  repeatedHeader: {
    code: 'REQUEST.REPEATED_HEADER',
    status: 400,
    when: 'The request repeats a header that has a single value, such as `Host` or `Content-Type`.',
    remedy: 'Send the header once.',
    answer: (name: string) => `The request has more than one "${name}" header.`,
  },
  missingHost: {
    code: 'REQUEST.MISSING_HOST',
    status: 400,
    when: 'An HTTP/1.1 request has no `Host` header.',
    remedy: 'Send a `Host` header.',
    answer: 'The request has no "Host" header.',
  },
  unauthorized: {
    code: 'ACCESS.UNAUTHENTICATED',
    status: 401,
    when: 'An anonymous request was denied, a token is invalid or has expired, or a sign-in failed.',
    remedy: 'Sign in.',
    answer: (
      publicMessage:
        typeof NO_TOKEN | 'Invalid JWT Token' | 'Expired JWT Token' | 'Invalid credentials.' | string,
      headers: Readonly<Record<string, string | readonly string[]>> = {},
    ) => ({ publicMessage, headers: { 'WWW-Authenticate': 'Bearer', ...headers } }),
  },
  forbidden: {
    code: 'ACCESS.DENIED',
    status: 403,
    when: 'The signed-in user is not authorized for this request.',
    remedy: 'Ask an administrator for a role with this permission.',
    answer: (publicMessage = 'Access Denied.') => publicMessage,
  },
  outOfScope: {
    code: 'TOKEN.OUT_OF_SCOPE',
    status: 403,
    when: 'The scopes of the access token do not cover the request.',
    remedy: 'Create an access token with the scope in the message.',
    answer: (scope: string) =>
      `The access token does not have the scope "${scope}". Create a token with this scope.`,
  },
  notForTokens: {
    code: 'TOKEN.NOT_FOR_TOKENS',
    status: 403,
    when: 'The endpoint requires a user session, but the request has an access token. Sign-in, passwords and token management do.',
    remedy: 'Sign in as a user, and send the request with the session.',
    answer: 'This endpoint does not accept access tokens. Sign in as a user.',
  },
  methodNotAllowed: {
    code: 'REQUEST.METHOD_NOT_ALLOWED',
    status: 405,
    when: 'The path exists but does not support this method.',
    remedy: 'Use a method listed in `Allow`.',
    answer: (publicMessage: string, allow: string) => ({ publicMessage, headers: { Allow: allow } }),
  },
  notAcceptable: {
    code: 'REQUEST.NOT_ACCEPTABLE',
    status: 406,
    when: 'The response is not available in any format in `Accept`.',
    remedy: 'Request a format listed in the message.',
    answer: asGiven,
  },
  requestTimeout: {
    code: 'REQUEST.TIMEOUT',
    status: 408,
    when: 'The headers or the body did not arrive within the time limit.',
    remedy: 'Retry over a faster connection.',
    answer: asGiven,
  },
  versionOutdated: {
    code: 'VERSION.OUTDATED',
    status: 412,
    when: '`If-Match` does not match the current version of the record, because another request changed it.',
    remedy: 'Read the record, merge the changes, and retry with the current `ETag`.',
    /** The current version is omitted if the caller may not read it. */
    answer: (now?: PresentVersion) => {
      if (now === undefined) return OUTDATED;
      const { etag, ...members } = now;
      return { publicMessage: describeVersion(now), headers: { ETag: etag }, members };
    },
  },
  versionMatched: {
    code: 'VERSION.MATCHED',
    status: 412,
    when: '`If-None-Match` of a write matches the current version, or is `*` and the record exists (RFC 9110 section 13.1.2).',
    remedy: 'Remove the header, or send `If-Match` to change a known version.',
    answer: 'The header If-None-Match names what is there already.',
  },
  contentTooLarge: {
    code: 'REQUEST.TOO_LARGE',
    status: 413,
    when: 'The body exceeds the size limit of the endpoint or of the configuration.',
    remedy: 'Send a smaller body, or raise the limit in the configuration.',
    answer: asGiven,
  },
  unsupportedMediaType: {
    code: 'REQUEST.UNSUPPORTED_MEDIA_TYPE',
    status: 415,
    when: 'The endpoint does not support this `Content-Type`.',
    remedy: 'Send a content type listed in the message.',
    answer: asGiven,
  },
  expectationFailed: {
    code: 'REQUEST.EXPECTATION',
    status: 417,
    when: '`Expect` has a value other than `100-continue`.',
    remedy: 'Remove the header.',
    answer: 'The "Expect" header supports only "100-continue". Remove the header.',
  },
  validationFailed: {
    code: 'VALIDATION.FAILED',
    status: 422,
    when: 'One or more values violate the constraints of their type.',
    remedy: 'Correct the values listed in `violations`.',
    answer: (violations: readonly Violation[]) => ({
      publicMessage: describeViolations(violations),
      violations,
    }),
  },
  textNotStorable: {
    code: 'TEXT.NOT_STORABLE',
    status: 422,
    when: 'A text contains a character that databases cannot store.',
    remedy: 'Remove U+0000 and unpaired surrogates.',
    answer: 'Text must not contain U+0000 or unpaired surrogates.',
  },
  preconditionRequired: {
    code: 'VERSION.REQUIRED',
    status: 428,
    when: 'A change or deletion has no `If-Match` header, and `writes.require_if_match` is enabled.',
    remedy: 'Send the `ETag` of the record in `If-Match`.',
    answer: 'Send the "ETag" of the record in "If-Match".',
  },
  tooManyRequests: {
    code: 'REQUEST.TOO_MANY',
    status: 429,
    when: 'The caller exceeded a rate limit.',
    remedy: SEND_AGAIN,
    answer: (seconds: number, publicMessage = 'Too many requests. Please try again later.') => ({
      publicMessage,
      headers: { 'Retry-After': String(seconds) },
    }),
  },
  headersTooLarge: {
    code: 'REQUEST.HEADERS_TOO_LARGE',
    status: 431,
    when: 'The request line and the headers exceed the size limit of Node.js.',
    remedy: 'Send fewer cookies or a shorter URL.',
    answer: (limit: number) => `The request line and the headers are larger than ${limit} bytes.`,
  },
  internal: {
    code: 'INTERNAL',
    status: 500,
    when: 'The package or the project has a bug.',
    remedy: 'Check the service log for the full error.',
    answer: 'Internal Server Error',
  },
  overloaded: {
    code: 'REQUEST.OVERLOADED',
    status: 503,
    when: 'The process reached the limit of concurrent requests, `limits.requests`. The request was not processed.',
    remedy: SEND_AGAIN,
    answer: () => ({
      publicMessage: 'The service is overloaded. Retry later.',
      headers: { 'Retry-After': '1' },
    }),
  },
  typeUnknown: {
    code: 'TYPE.UNKNOWN',
    status: 503,
    when: 'A stored record has a type that this process does not define. A process of a newer release wrote it.',
    remedy: 'Send the request to a process of the newer release, or retry after the delay in `Retry-After`.',
    answer: (type: string) => ({
      publicMessage: `This release does not support the type "${type}". Retry later.`,
      headers: { 'Retry-After': '1' },
    }),
  },
  overdue: {
    code: 'REQUEST.OVERDUE',
    status: 503,
    when: 'The request exceeded the time limit, `limits.request_ms`. A write is rolled back unless its commit had started.',
    remedy: 'Check whether the write was stored. Then retry after the delay in `Retry-After`.',
    answer: () => ({
      publicMessage: 'The request exceeded the time limit of the service.',
      headers: { 'Retry-After': '5' },
    }),
  },
  databaseBusy: {
    code: 'DATABASE.BUSY',
    status: 503,
    when: 'The write conflicted with other writes on each attempt, or waited for a lock longer than `limits.lock_ms`. Nothing was stored.',
    remedy: SEND_AGAIN,
    answer: (cause: unknown) => ({
      publicMessage: 'The database is busy.',
      headers: { 'Retry-After': '1' },
      cause,
    }),
  },
  databaseExhausted: {
    code: 'DATABASE.EXHAUSTED',
    status: 503,
    when: 'No database connection became available within `limits.lock_ms`, or the server reached its limit. Nothing was stored.',
    remedy: SEND_AGAIN,
    answer: (cause: unknown) => ({
      publicMessage: 'All database connections are in use.',
      headers: { 'Retry-After': '2' },
      cause,
    }),
  },
  databaseTimeout: {
    code: 'DATABASE.TIMEOUT',
    status: 503,
    when: 'The database canceled a statement after `limits.statement_ms`. Nothing was stored.',
    remedy: SEND_AGAIN,
    answer: (cause: unknown) => ({
      publicMessage: 'A database statement exceeded the time limit.',
      headers: { 'Retry-After': '5' },
      cause,
    }),
  },
  databaseAway: {
    code: 'DATABASE.AWAY',
    status: 503,
    when: 'The database is not reachable. A write may or may not have been stored.',
    remedy: 'Check whether the write was stored. Then retry after the delay in `Retry-After`.',
    answer: (cause: unknown) => ({
      publicMessage: 'The database is not available.',
      headers: { 'Retry-After': '5' },
      cause,
    }),
  },
  storageAway: {
    code: 'STORAGE.AWAY',
    status: 503,
    when: 'A filesystem is not reachable, is full, or denies access to the service.',
    remedy: 'Retry later. The service log names the filesystem and the solution.',
    answer: (cause: unknown) => ({
      publicMessage: 'The files are not available.',
      headers: { 'Retry-After': '5' },
      cause,
    }),
  },
});

export const {
  notFound,
  badRequest,
  itemNotFound,
  invalidIri,
  unauthorized,
  forbidden,
  unsupportedMediaType,
  validationFailed,
  tooManyRequests,
} = kernelErrors;

export const payloadTooLarge = (limit: number): AppError =>
  kernelErrors.contentTooLarge(`The request body is larger than ${limit} bytes.`);

/**
 * Returns the error of a denial: 401 for an anonymous caller, 403 for a signed-in one (core.md section 2.4).
 */
export function denied(actor: Actor, publicMessage?: string): AppError {
  if (actor.user !== null) return forbidden(publicMessage);
  return actor.token === undefined ? unauthorized(NO_TOKEN) : kernelErrors.outOfScope('*');
}

/** Builds the `detail` with one line per violation (core.md section 2.2). */
export function describeViolations(
  violations: readonly Pick<Violation, 'propertyPath' | 'message'>[],
): string {
  const lines = violations.map(({ propertyPath, message }) =>
    propertyPath === '' ? message : `${propertyPath}: ${message}`,
  );
  return lines.join('\n');
}
