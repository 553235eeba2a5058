import { HttpError } from 'ra-core';
import type { AdminType } from './model.js';
import { ApiError, OutdatedError, ValidationError } from '../../../templates/client/errors.js';

/** An error as forms take it: what is wrong with a member stands at its field, the rest in the message. */
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
    const words = rest === '' || hasOwn ? message : `${readablePath(rest)}: ${message}`;
    errors[input] = errors[input] === undefined ? words : `${errors[input]} ${words}`;
  }
  const { '': whole, ...ofMembers } = errors;
  return new HttpError(whole ?? 'admin.error.refused', error.status, { errors: ofMembers });
}

/** The place of a body in a batch, of which a screen says nothing. */
const OPERATION = /^operations\[\d+\]\.body\.?/;

/** Where in a member, for people: `[0].city` is `1, city`. */
export const readablePath = (path: string): string =>
  path
    .replace(/\[(\d+)\]/g, (_whole, index: string) => `.${Number(index) + 1}`)
    .replace(/^\./, '')
    .replaceAll('.', ', ');

/** Whether each part of the member has an input of its own. */
export const isDivided = (type: AdminType | undefined, member: string): boolean =>
  type?.members.some(({ name, kind }) => name === member && kind === 'object') ?? false;
