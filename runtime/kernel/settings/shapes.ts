import type { Check, ConfigProblem } from '../contract/config-problem.js';
import { isRecord } from './apply-schema.js';

type Checks = Readonly<Record<string, Check>>;

/** Returns the problem of a value with the wrong type. */
export function wrongKind(key: string, value: unknown, advice: string): ConfigProblem {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'an array' : `of type ${typeof value}`;
  return { key, problem: value === undefined ? 'is missing' : `is ${kind}`, advice };
}

export function ofKind(advice: string, isOf: (value: unknown) => boolean): Check {
  return (value, key) => (isOf(value) ? [] : [wrongKind(key, value, advice)]);
}

export const anything: Check = () => [];
export const aFunction = ofKind('use a function', (value) => typeof value === 'function');
export const aFlag = ofKind('use true or false', (value) => typeof value === 'boolean');
export const aText = (advice: string): Check => ofKind(advice, (value) => typeof value === 'string');

export function matching(pattern: RegExp, advice: string): Check {
  return allowed((value) => typeof value !== 'string' || pattern.test(value), aText(advice), advice);
}

export function oneOf(choices: readonly string[]): Check {
  const advice = `use one of ${choices.join(', ')}`;
  const isThere = ofKind(advice, (value) => value !== undefined);
  return allowed(
    (value) => value === undefined || choices.some((choice) => choice === value),
    isThere,
    advice,
  );
}

function allowed(isAllowed: (value: unknown) => boolean, kind: Check, advice: string): Check {
  return (value, key) =>
    isAllowed(value) ? kind(value, key) : [{ key, problem: `cannot be ${JSON.stringify(value)}`, advice }];
}

export const optional =
  (check: Check): Check =>
  (value, key) =>
    value === undefined ? [] : check(value, key);

export const all =
  (...checks: readonly Check[]): Check =>
  (value, key) =>
    checks.flatMap((check) => check(value, key));

/** Validates an object that may have other properties. Methods of a class instance are on its prototype. */
export function having(advice: string, members: Checks): Check {
  return (value, key) =>
    isRecord(value)
      ? Object.entries(members).flatMap(([name, check]) => check(value[name], `${key}.${name}`))
      : [wrongKind(key, value, advice)];
}

/** Validates an object without other properties. */
export function only(advice: string, members: Checks): Check {
  const known = Object.keys(members);
  const check = having(advice, members);
  return (value, key) => {
    const unknown = isRecord(value) ? Object.keys(value).filter((name) => !known.includes(name)) : [];
    return [
      ...unknown.map((name) => ({
        key: `${key}.${name}`,
        problem: 'is not a supported key',
        advice: `use one of ${known.join(', ')}`,
      })),
      ...check(value, key),
    ];
  };
}

/** Validates functions with these names. */
export function functionsNamed<Name extends string>(
  ...names: readonly Name[]
): Readonly<Record<Name, Check>> {
  // Every name has its entry.
  return Object.fromEntries(names.map((name) => [name, aFunction])) as Readonly<Record<Name, Check>>;
}

/** Validates an object of functions by any name. */
export const namedFunctions: Check = (value, key) =>
  isRecord(value)
    ? Object.entries(value).flatMap(([name, entry]) => aFunction(entry, `${key}.${name}`))
    : ofKind('use an object of functions by name', isRecord)(value, key);

export function functions(...names: readonly string[]): Check {
  return having(`use an object with the functions ${names.join(', ')}`, functionsNamed(...names));
}

/** Validates a list. Problems identify entries by name if they have one, else by index. */
export function listOf(
  check: Check,
  advice = 'use a list',
  place: (index: number, entry: unknown) => string = (index) => `.${index}`,
): Check {
  return (value, key) => {
    if (!Array.isArray(value)) return [wrongKind(key, value, advice)];
    const entries: readonly unknown[] = value;
    return entries.flatMap((entry, index) => check(entry, `${key}${place(index, entry)}`));
  };
}

export const byName = (index: number, entry: unknown): string => `.${nameOf(entry) ?? index}`;

export function nameOf(entry: unknown): string | undefined {
  return isRecord(entry) && typeof entry.name === 'string' && entry.name !== '' ? entry.name : undefined;
}

/** Returns the names that occur more than once. */
export function duplicates(names: readonly (string | undefined)[]): readonly string[] {
  const known = names.filter((name) => name !== undefined);
  return [...new Set(known.filter((name, index) => known.indexOf(name) !== index))];
}
