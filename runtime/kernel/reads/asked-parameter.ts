import type { AskedParameters, AskedValue } from '../contract/http/asked.js';

/** A parameter sent once, as text; list and bracket forms count as absent. */
export function scalarParameter(parameters: AskedParameters, name: string): string | undefined {
  const value = parameters[name];
  return typeof value === 'string' ? value : undefined;
}

/** The text values of a parameter sent once or as a list. */
export function listParameter(parameters: AskedParameters, name: string): readonly string[] {
  const value: AskedValue | undefined = parameters[name];
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

/** The members of a bracketed parameter such as `order[createdAt]=asc`, in the order they were sent. */
export function mapParameter(
  parameters: AskedParameters,
  name: string,
): readonly (readonly [string, AskedValue])[] {
  const value = parameters[name];
  if (typeof value !== 'object' || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([member, entry]) =>
    entry === undefined ? [] : [[member, entry] as const],
  );
}
