import type { ConfigProblem } from '../kernel/errors/config-error.js';

/** A value of a code file that is of another kind than it must be. */
export function wrongKind(key: string, value: unknown, advice: string): ConfigProblem {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'an array' : `of type ${typeof value}`;
  return { key, problem: value === undefined ? 'is missing' : `is ${kind}`, advice };
}

/** A key that nothing reads. */
export function unknownKey(key: string, known: readonly string[]): ConfigProblem {
  return { key, problem: 'is not a known key', advice: `the keys here are ${known.join(', ')}` };
}
