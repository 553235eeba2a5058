import type { Requested, RequestedParameters } from '../../contract/http/requested.js';

const TRUE = new Set(['true', '1', 'on', 'yes']);

/**
 * Parses query parameters. Collection components use the same format (components.md sections 2.2 and 7.2).
 */
export function parseQuery(parameters: RequestedParameters): Requested {
  return {
    version: isFlagSet(parameters, 'published') ? 'published' : 'newest',
    validatePublished: isFlagSet(parameters, 'validate_published'),
    list: parameters,
  };
}

/** Returns whether a flag has one of the accepted true values (components.md section 2.2). */
export function isFlagSet(parameters: RequestedParameters, name: string): boolean {
  const value = parameters[name];
  return typeof value === 'string' && TRUE.has(value.toLowerCase());
}
