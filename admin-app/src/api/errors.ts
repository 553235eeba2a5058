import { HttpError } from 'ra-core';
import type { AdminType } from './model.js';
import { ApiError, OutdatedError, ValidationError } from '../../../templates/client/errors.js';

/** Converts an error to the form that react-admin expects. Violations are listed by member; the rest becomes the message. */
export function errorOf(error: unknown, type?: AdminType): unknown {
  if (error instanceof ValidationError) return violationsOf(error, type);
  if (error instanceof OutdatedError) return new HttpError('admin.error.outdated', 412, error.body);
  if (error instanceof ApiError) return new HttpError(error.message, error.status, { ...error.body });
  return error instanceof TypeError ? new HttpError('admin.error.unreachable', 0) : error;
}

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
