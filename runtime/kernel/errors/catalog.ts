import type { Actor } from '../contract/context.js';
import type { Violation } from '../contract/validation.js';
import type { AppError } from './app-error.js';
import { defineErrors } from './define-errors.js';

/** The message by which clients recognise a missing session; `detail` states the remedy. */
export const NO_TOKEN = 'JWT Token not found';

const SEND_AGAIN = 'Send the request again later; `Retry-After` says when.';

/** The version that stands in the way of a write; what nobody knows of it, or the caller may not know, is null. */
interface PresentVersion {
  readonly etag: string;
  readonly version: number;
  /** The name of the user who made it. */
  readonly author: string | null;
  readonly date: string | null;
}

const OUTDATED = 'The record was changed since it was read.';

function describeVersion({ version, author, date }: PresentVersion): string {
  const by = author === null ? '' : ` by "${author}"`;
  const at = date === null ? '' : ` at ${date}`;
  return by + at === '' ? OUTDATED : `${OUTDATED} Version ${version} was made${by}${at}.`;
}

/** Most messages are made where the error is thrown. */
const asGiven = (publicMessage: string): string => publicMessage;

/** Codes of the kernel and of its adapters (core.md section 2.3). Features have theirs in their own `errors.ts`. */
export const kernelErrors = defineErrors({
  notFound: {
    code: 'RESOURCE.NOT_FOUND',
    status: 404,
    when: 'Nothing has this address, or nothing that the caller may know of.',
    remedy: 'Check the path, and sign in if the resource is not public.',
    answer: (publicMessage = 'Not Found') => publicMessage,
  },
  badRequest: {
    code: 'REQUEST.BAD',
    status: 400,
    when: 'The URL, a parameter or a value of the body cannot be understood.',
    remedy: 'Correct what the message names.',
    answer: asGiven,
  },
  tooManyValues: {
    code: 'REQUEST.TOO_MANY_VALUES',
    status: 400,
    when: 'The JSON of the body has more members and list entries than a request may have, or far more members than its type knows.',
    remedy: 'Send less at once, and only members that the type has.',
    answer: asGiven,
  },
  notPart: {
    code: 'REQUEST.NOT_PART',
    status: 422,
    when: 'An operation of a batch asks for what is answered as a request of its own only: sign-in, files, other batches.',
    remedy: 'Send it as a request of its own.',
    answer: (what: string) => `${what} cannot be part of a batch.`,
  },
  writtenAlone: {
    code: 'REQUEST.WRITTEN_ALONE',
    status: 422,
    when: 'A batch writes a record whose write takes work that no transaction may wait for, such as the hashing of a password.',
    remedy: 'Send that write as a request of its own.',
    answer: (type: string) => `A ${type} cannot be created or changed in a batch.`,
  },
  itemNotFound: {
    code: 'REQUEST.ITEM_NOT_FOUND',
    status: 400,
    when: 'The body names a record that does not exist, or that was removed meanwhile.',
    remedy: 'Name a record that exists.',
    answer: (iri?: string) =>
      iri === undefined
        ? 'A resource that the request names was removed meanwhile.'
        : `Item not found for "${iri}".`,
  },
  invalidIri: {
    code: 'REQUEST.INVALID_IRI',
    status: 400,
    when: 'A member that names a record holds something else than an IRI of its type.',
    remedy: 'Send the `@id` of the record.',
    /** `member` holds the value, as violations name it. */
    answer: (value: string, member: string) => `Invalid IRI "${value}" in "${member}".`,
  },
  malformedJson: {
    code: 'REQUEST.MALFORMED_JSON',
    status: 400,
    when: 'The body, or a part of a form that holds JSON, is no JSON.',
    remedy: 'Correct the text at the position that the message names.',
    answer: asGiven,
  },
  malformedMultipart: {
    code: 'REQUEST.MALFORMED_MULTIPART',
    status: 400,
    when: 'A multipart body has no valid boundary, or does not end as it should.',
    remedy: 'Let an HTTP library write the body and its `Content-Type`.',
    answer: asGiven,
  },
  tooManyParts: {
    code: 'REQUEST.TOO_MANY_PARTS',
    status: 400,
    when: 'A multipart body has more parts than are read.',
    remedy: 'Send fewer parts.',
    answer: (maxParts: number) => `The multipart body has more than ${maxParts} parts.`,
  },
  malformedRequest: {
    code: 'REQUEST.MALFORMED',
    status: 400,
    when: 'What arrived is no valid HTTP.',
    remedy: 'Use an HTTP library, and look at proxies in between.',
    answer: 'The request is not valid HTTP.',
  },
  repeatedHeader: {
    code: 'REQUEST.REPEATED_HEADER',
    status: 400,
    when: 'The request has a header twice that has one value, such as `Host` or `Content-Type`: which of them counts would depend on who reads it.',
    remedy: 'Send the header once.',
    answer: (name: string) => `The request has more than one "${name}" header.`,
  },
  missingHost: {
    code: 'REQUEST.MISSING_HOST',
    status: 400,
    when: 'An HTTP/1.1 request has no `Host` header.',
    remedy: 'Send the header.',
    answer: 'The request has no "Host" header.',
  },
  unauthorized: {
    code: 'ACCESS.UNAUTHENTICATED',
    status: 401,
    when: 'An anonymous caller is denied, a token is wrong or too old, or a sign-in fails.',
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
    when: 'The caller is signed in and may not do this.',
    remedy: 'Ask for a role that may, or let somebody with one do it.',
    answer: (publicMessage = 'Access Denied.') => publicMessage,
  },
  outOfScope: {
    code: 'TOKEN.OUT_OF_SCOPE',
    status: 403,
    when: 'The request has a machine token whose scopes do not reach what it asks for.',
    remedy: 'Make a token with the scope that the message names.',
    answer: (scope: string) => `The scopes of this token do not reach this: it needs "${scope}".`,
  },
  notForTokens: {
    code: 'TOKEN.NOT_FOR_TOKENS',
    status: 403,
    when: 'A machine token asks for what only people do: to sign in, to change passwords, to make tokens.',
    remedy: 'Sign in, and send the request with the session.',
    answer: 'This is for people who signed in, not for machine tokens.',
  },
  methodNotAllowed: {
    code: 'REQUEST.METHOD_NOT_ALLOWED',
    status: 405,
    when: 'The path exists and does not take this method.',
    remedy: 'Use a method that `Allow` names.',
    answer: (publicMessage: string, allow: string) => ({ publicMessage, headers: { Allow: allow } }),
  },
  notAcceptable: {
    code: 'REQUEST.NOT_ACCEPTABLE',
    status: 406,
    when: '`Accept` names no format that the answer can have.',
    remedy: 'Accept a format that the message names.',
    answer: asGiven,
  },
  requestTimeout: {
    code: 'REQUEST.TIMEOUT',
    status: 408,
    when: 'The headers or the body did not arrive in time.',
    remedy: 'Send the request again, over a faster connection.',
    answer: asGiven,
  },
  versionOutdated: {
    code: 'VERSION.OUTDATED',
    status: 412,
    when: '`If-Match` names another version of the record than the present one: somebody changed it meanwhile.',
    remedy: 'Read the record again, merge, and send the change with the `ETag` that it has then.',
    /** Without what is there now where the caller may not read it. */
    answer: (now?: PresentVersion) => {
      if (now === undefined) return OUTDATED;
      const { etag, ...members } = now;
      return { publicMessage: describeVersion(now), headers: { ETag: etag }, members };
    },
  },
  versionMatched: {
    code: 'VERSION.MATCHED',
    status: 412,
    when: '`If-None-Match` of a write names the present version, or `*` where there is something already (RFC 9110 section 13.1.2).',
    remedy: 'Leave the header out, or send `If-Match` to change the version that you have read.',
    answer: 'The header If-None-Match names what is there already.',
  },
  contentTooLarge: {
    code: 'REQUEST.TOO_LARGE',
    status: 413,
    when: 'The body is larger than the endpoint or the configuration allows.',
    remedy: 'Send less, or let the operator raise the limit.',
    answer: asGiven,
  },
  unsupportedMediaType: {
    code: 'REQUEST.UNSUPPORTED_MEDIA_TYPE',
    status: 415,
    when: 'The endpoint does not read bodies of this `Content-Type`.',
    remedy: 'Send a type that the message names.',
    answer: asGiven,
  },
  expectationFailed: {
    code: 'REQUEST.EXPECTATION',
    status: 417,
    when: '`Expect` holds something else than `100-continue`.',
    remedy: 'Leave the header out.',
    answer: 'The only expectation that can be met is "100-continue".',
  },
  validationFailed: {
    code: 'VALIDATION.FAILED',
    status: 422,
    when: 'Values break rules of their type.',
    remedy: 'Correct every value that `violations` names.',
    answer: (violations: readonly Violation[]) => ({
      publicMessage: describeViolations(violations),
      violations,
    }),
  },
  textNotStorable: {
    code: 'TEXT.NOT_STORABLE',
    status: 422,
    when: 'A text holds a character that databases cannot store.',
    remedy: 'Remove U+0000 and halves of surrogate pairs.',
    answer: 'Text must not hold U+0000 or half of a surrogate pair.',
  },
  preconditionRequired: {
    code: 'VERSION.REQUIRED',
    status: 428,
    when: 'A record is changed or deleted without `If-Match`, which `writes.require_if_match` demands.',
    remedy: 'Send the `ETag` of the document that was shown in `If-Match`.',
    answer: 'Send the "ETag" of the record in "If-Match".',
  },
  tooManyRequests: {
    code: 'REQUEST.TOO_MANY',
    status: 429,
    when: 'One caller asked too often.',
    remedy: SEND_AGAIN,
    answer: (seconds: number, publicMessage = 'Too many requests. Please try again later.') => ({
      publicMessage,
      headers: { 'Retry-After': String(seconds) },
    }),
  },
  headersTooLarge: {
    code: 'REQUEST.HEADERS_TOO_LARGE',
    status: 431,
    when: 'The request line and the headers are larger than Node reads.',
    remedy: 'Send fewer cookies and a shorter query.',
    answer: (limit: number) => `The request line and the headers are larger than ${limit} bytes.`,
  },
  internal: {
    code: 'INTERNAL',
    status: 500,
    when: 'A bug of the package or of the project.',
    remedy: 'Look into the log of the service: it has the error in full.',
    answer: 'Internal Server Error',
  },
  overloaded: {
    code: 'REQUEST.OVERLOADED',
    status: 503,
    when: 'The process answers as many requests as `limits.requests` says. Nothing was done.',
    remedy: SEND_AGAIN,
    answer: () => ({
      publicMessage: 'The service has too many requests to answer.',
      headers: { 'Retry-After': '1' },
    }),
  },
  typeUnknown: {
    code: 'TYPE.UNKNOWN',
    status: 503,
    when: 'A stored record is of a type that this process does not have: a newer release beside it has written the record.',
    remedy: 'Send the request to a process of the newer release, or again later; `Retry-After` says when.',
    answer: (type: string) => ({
      publicMessage: `This process is of a release that does not know ${type}.`,
      headers: { 'Retry-After': '1' },
    }),
  },
  overdue: {
    code: 'REQUEST.OVERDUE',
    status: 503,
    when: 'Answering took longer than `limits.request_ms`. A write is undone, unless it was just being committed.',
    remedy: 'Look whether the write is there, then send the request again; `Retry-After` says when.',
    answer: () => ({
      publicMessage: 'The request took too long to answer.',
      headers: { 'Retry-After': '5' },
    }),
  },
  databaseBusy: {
    code: 'DATABASE.BUSY',
    status: 503,
    when: 'Other writes were in the way each time it was tried, or held a lock for longer than `limits.lock_ms`. Nothing is stored.',
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
    when: 'No connection to the database came free within `limits.lock_ms`, or the server has none left. Nothing is stored.',
    remedy: SEND_AGAIN,
    answer: (cause: unknown) => ({
      publicMessage: 'All connections to the database are in use.',
      headers: { 'Retry-After': '2' },
      cause,
    }),
  },
  databaseTimeout: {
    code: 'DATABASE.TIMEOUT',
    status: 503,
    when: 'The database ended a statement that took longer than `limits.statement_ms`. Nothing is stored.',
    remedy: SEND_AGAIN,
    answer: (cause: unknown) => ({
      publicMessage: 'The database took too long.',
      headers: { 'Retry-After': '5' },
      cause,
    }),
  },
  databaseAway: {
    code: 'DATABASE.AWAY',
    status: 503,
    when: 'The database does not answer. A write may be stored or not.',
    remedy: 'Look whether the write is there, then send the request again; `Retry-After` says when.',
    answer: (cause: unknown) => ({
      publicMessage: 'The database is not available.',
      headers: { 'Retry-After': '5' },
      cause,
    }),
  },
  storageAway: {
    code: 'STORAGE.AWAY',
    status: 503,
    when: 'A filesystem does not answer, has no room left, or refuses this service.',
    remedy: 'Send the request again later; the log says which filesystem it is and what the operator can do.',
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

/** The error of any denial: 401 for an anonymous caller, 403 for a signed-in one (core.md section 2.4). */
export function denied(actor: Actor, publicMessage?: string): AppError {
  if (actor.user !== null) return forbidden(publicMessage);
  return actor.token === undefined ? unauthorized(NO_TOKEN) : kernelErrors.outOfScope('*');
}

/** `detail` has a line per violation (core.md section 2.2). */
export function describeViolations(
  violations: readonly Pick<Violation, 'propertyPath' | 'message'>[],
): string {
  const lines = violations.map(({ propertyPath, message }) =>
    propertyPath === '' ? message : `${propertyPath}: ${message}`,
  );
  return lines.join('\n');
}
