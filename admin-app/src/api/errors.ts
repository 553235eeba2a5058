import { HttpError } from 'ra-core';
import type { AdminType } from './model.js';
import { ApiError, OutdatedError, ValidationError } from '../../../templates/client/errors.js';

/** Converts an error to the form that react-admin expects. Violations are listed by member; the rest becomes the message. */
export function errorOf(error: unknown, type?: AdminType): unknown {
  if (error instanceof ValidationError) return violationsOf(error, type);
  if (error instanceof OutdatedError) return new HttpError('admin.error.outdated', 412, error.body);
  if (error instanceof ApiError) return new HttpError(messageOf(error), error.status, { ...error.body });
  return error instanceof TypeError ? new HttpError(unreachable(), 0) : error;
}

/** Returns the message of the service, or a general one if a proxy has responded instead. */
function messageOf({ message, status, body }: ApiError): string {
  if ((body as { readonly detail?: string } | undefined)?.detail !== undefined) return message;
  return status in MESSAGES ? `admin.error.${MESSAGES[status]}` : status >= 500 ? unavailable : message;
}

const unavailable = 'admin.error.unavailable';
const MESSAGES: Readonly<Record<number, string>> = { 413: 'too_large', 429: 'too_many' };

const unreachable = (): string => (navigator.onLine ? 'admin.error.unreachable' : 'admin.error.offline');

/** Returns whether the same request may succeed later: without a connection, or with an overloaded service. */
export const isTemporary = (status: number | undefined): boolean =>
  status === 0 || status === 408 || status === 429 || (status !== undefined && status >= 500);

function violationsOf(error: ValidationError, type?: AdminType): HttpError {
  const errors: Record<string, string> = {};
  for (const { propertyPath, message } of error.violations) {
    const path = propertyPath.replace(OPERATION, '');
    const [, member = '', rest = ''] = /^([^.[]*)(.*)$/.exec(path) ?? [];
    const hasOwn = isDivided(type, member);
    const input = hasOwn ? path : member;
    const text = rest === '' || hasOwn ? message : `${readablePath(rest)}: ${message}`;
    errors[input] = errors[input] === undefined ? text : `${errors[input]} ${text}`;
  }
  const { '': whole, ...ofMembers } = errors;
  return new HttpError(whole ?? 'admin.error.refused', error.status, { errors: ofMembers });
}

/** Prefix of paths in a batch request, which users do not see. */
const OPERATION = /^operations\[\d+\]\.body\.?/;

/** Formats a path inside a member for people: `[0].city` becomes `1, city`. */
export const readablePath = (path: string): string =>
  path
    .replace(/\[(\d+)\]/g, (_whole, index: string) => `.${Number(index) + 1}`)
    .replace(/^\./, '')
    .replaceAll('.', ', ');

/** Returns whether each property of the member has its own input. */
export const isDivided = (type: AdminType | undefined, member: string): boolean =>
  type?.members.some(({ name, kind }) => name === member && kind === 'object') ?? false;
