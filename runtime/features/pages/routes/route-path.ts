import type { Violation } from '../../../kernel/contract/records/validation.js';

const UNADDRESSABLE = /[\p{Cc}?#]/u;

/** Returns a violation for a path that no URL can reach (contract decision 80), or undefined for a valid one. */
export function pathFault(path: string): Violation | undefined {
  const segments = path.split('/').slice(1);
  if (UNADDRESSABLE.test(path)) return fault('The path may not contain "?", "#" or control characters.');
  if (segments.some((segment) => segment === '.' || segment === '..'))
    return fault('The path may not contain the segments "." and "..".');
  if (segments.slice(0, -1).includes(''))
    return fault('The path may not contain two slashes one after the other.');
  return undefined;
}

function fault(message: string): Violation {
  return { propertyPath: 'path', message, code: null };
}
