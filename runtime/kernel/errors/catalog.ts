import type { Actor } from '../contract/context.js';
import type { Violation } from '../contract/validation.js';
import { AppError } from './app-error.js';

/** Errors of core.md section 2.3, one function per row; features add theirs here. */
export const notFound = (publicMessage = 'Not Found'): AppError =>
  new AppError({ code: 'RESOURCE.NOT_FOUND', status: 404, publicMessage });

export const badRequest = (publicMessage: string, code = 'REQUEST.BAD'): AppError =>
  new AppError({ code, status: 400, publicMessage });

export const itemNotFound = (iri: string): AppError =>
  badRequest(`Item not found for "${iri}".`, 'REQUEST.ITEM_NOT_FOUND');

/** `member` holds the value, as violations name it. */
export const invalidIri = (value: string, member: string): AppError =>
  badRequest(`Invalid IRI "${value}" in "${member}".`, 'REQUEST.INVALID_IRI');

export const unsupportedMediaType = (publicMessage: string): AppError =>
  new AppError({ code: 'REQUEST.UNSUPPORTED_MEDIA_TYPE', status: 415, publicMessage });

export const payloadTooLarge = (limit: number): AppError =>
  new AppError({
    code: 'REQUEST.TOO_LARGE',
    status: 413,
    publicMessage: `The request body is larger than ${limit} bytes.`,
  });

/** 422 with the violations of core.md section 2.2; `detail` has a line per violation. */
export function validationFailed(violations: readonly Violation[]): AppError {
  const lines = violations.map(({ propertyPath, message }) =>
    propertyPath === '' ? message : `${propertyPath}: ${message}`,
  );
  return new AppError({
    code: 'VALIDATION.FAILED',
    status: 422,
    publicMessage: lines.join('\n'),
    violations,
  });
}

/** 422 without violations (`@type: Error`). */
export const unprocessable = (publicMessage: string, code = 'REQUEST.UNPROCESSABLE'): AppError =>
  new AppError({ code, status: 422, publicMessage });

/** What clients know a missing session by; the answer says in `detail` what to do. */
export const NO_TOKEN = 'JWT Token not found';

/** Any denial: 401 for an anonymous caller, 403 for a signed-in one (core.md section 2.4). */
export function denied(actor: Actor, publicMessage = 'Access Denied.'): AppError {
  return actor.user === null ? unauthorized(NO_TOKEN) : forbidden(publicMessage);
}

export const forbidden = (publicMessage = 'Access Denied.'): AppError =>
  new AppError({ code: 'ACCESS.DENIED', status: 403, publicMessage });

/** 401 of the authentication layer: plain JSON `{code, message}` and `WWW-Authenticate: Bearer`. */
export const unauthorized = (
  publicMessage:
    typeof NO_TOKEN | 'Invalid JWT Token' | 'Expired JWT Token' | 'Invalid credentials.' | string,
  headers: Readonly<Record<string, string | readonly string[]>> = {},
): AppError =>
  new AppError({
    code: 'ACCESS.UNAUTHENTICATED',
    status: 401,
    publicMessage,
    headers: { 'WWW-Authenticate': 'Bearer', ...headers },
  });
