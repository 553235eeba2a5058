import type { RequestedParameters, RequestedValue } from '../contract/http/requested.js';

/** Returns a parameter that was sent once, as text; undefined for lists and bracket forms. */
export function scalarParameter(parameters: RequestedParameters, name: string): string | undefined {
  const value = parameters[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns the text values of a parameter that was sent once or as a list. */
export function listParameter(parameters: RequestedParameters, name: string): readonly string[] {
  const value: RequestedValue | undefined = parameters[name];
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

/**
 * Returns the members of a bracketed parameter such as `order[createdAt]=asc`, in the order they were sent.
 */
export function mapParameter(
  parameters: RequestedParameters,
  name: string,
): readonly (readonly [string, RequestedValue])[] {
  const value = parameters[name];
  if (typeof value !== 'object' || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([member, entry]) =>
    entry === undefined ? [] : [[member, entry] as const],
  );
}
