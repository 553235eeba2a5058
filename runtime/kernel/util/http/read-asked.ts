import type { Asked, AskedParameters } from '../../contract/http/asked.js';

const TRUE = new Set(['true', '1', 'on', 'yes']);

/** Parses parameters; clients and Collection components use the same spelling (components.md sections 2.2 and 7.2). */
export function readAsked(parameters: AskedParameters): Asked {
  return {
    version: isFlagSet(parameters, 'published') ? 'published' : 'newest',
    validatePublished: isFlagSet(parameters, 'validate_published'),
    list: parameters,
  };
}

/** Flags: only these spellings are true (components.md section 2.2). */
export function isFlagSet(parameters: AskedParameters, name: string): boolean {
  const value = parameters[name];
  return typeof value === 'string' && TRUE.has(value.toLowerCase());
}
