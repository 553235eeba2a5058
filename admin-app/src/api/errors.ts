import { HttpError } from 'ra-core';
import { ApiError, OutdatedError, ValidationError } from '../../../templates/client/errors.js';

/** An error as forms take it: what is wrong with a member stands at its field, the rest in the message. */
export function errorOf(error: unknown): unknown {
  if (error instanceof ValidationError) return violationsOf(error);
  if (error instanceof OutdatedError) return new HttpError('admin.error.outdated', 412, error.body);
  if (error instanceof ApiError) return new HttpError(error.message, error.status, { ...error.body });
  return error instanceof TypeError ? new HttpError('admin.error.unreachable', 0) : error;
}

function violationsOf(error: ValidationError): HttpError {
  const errors: Record<string, string> = {};
  for (const { propertyPath, message } of error.violations) {
    const [, member = '', rest = ''] = /^([^.[]*)(.*)$/.exec(propertyPath) ?? [];
    const words = rest === '' ? message : `${rest.replace(/^\./, '')}: ${message}`;
    errors[member] = errors[member] === undefined ? words : `${errors[member]} ${words}`;
  }
  const { '': whole, ...ofMembers } = errors;
  return new HttpError(whole ?? 'admin.error.refused', error.status, { errors: ofMembers });
}
