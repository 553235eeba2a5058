import type { QueryParameters, QueryValue } from '../../contract/query-parameters.js';

/** A parameter sent once, as text; list and bracket forms count as absent. */
export function scalarParameter(query: QueryParameters, name: string): string | undefined {
  const value = query[name];
  return typeof value === 'string' ? value : undefined;
}

/** The text values of a parameter sent once or as a list. */
export function listParameter(query: QueryParameters, name: string): readonly string[] {
  const value: QueryValue | undefined = query[name];
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

/** The members of a bracketed parameter such as `order[createdAt]=asc`, in the order they were sent. */
export function mapParameter(
  query: QueryParameters,
  name: string,
): readonly (readonly [string, QueryValue])[] {
  const value = query[name];
  if (typeof value !== 'object' || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([member, entry]) =>
    entry === undefined ? [] : [[member, entry] as const],
  );
}
