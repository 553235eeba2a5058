import { isRecord } from '../kernel/settings/apply-schema.js';
import type { ConfigProblem } from '../kernel/errors/config-error.js';
import { wrongKind } from './wrong-kind.js';

/** Width of the column that remembers what was made. */
const LONGEST_NAME = 100;

/** Names of derived data and of checks, and the versions of the former; their functions are looked at with all others. */
export function checkDerived(
  { derived, consistency }: Readonly<Record<string, unknown>>,
  key: string,
): readonly ConfigProblem[] {
  return [
    ...entriesOf(derived).flatMap((entry, index) => [
      ...checkName(entry.name, `${key}.derived.${index}.name`),
      ...(Number.isSafeInteger(entry.version)
        ? []
        : [wrongKind(`${key}.derived.${index}.version`, entry.version, 'write a whole number, 1 at first')]),
    ]),
    ...entriesOf(consistency).flatMap((entry, index) => [
      ...checkName(entry.name, `${key}.consistency.${index}.name`),
      ...(typeof entry.advice === 'string'
        ? []
        : [wrongKind(`${key}.consistency.${index}.advice`, entry.advice, 'write what people are to do')]),
    ]),
  ];
}

function entriesOf(list: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

function checkName(name: unknown, key: string): readonly ConfigProblem[] {
  if (typeof name === 'string' && name !== '' && name.length <= LONGEST_NAME) return [];
  const advice = `write a name of at most ${LONGEST_NAME} characters, like "hit-totals"`;
  if (typeof name !== 'string') return [wrongKind(key, name, advice)];
  return [{ key, problem: name === '' ? 'is empty' : 'is too long', advice }];
}
