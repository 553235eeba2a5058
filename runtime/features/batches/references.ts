import type { JsonValue } from '../../kernel/contract/json.js';
import { isJsonObject } from '../../kernel/util/json-object.js';

/** Matches operation ids. */
export const ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Matches a complete string: `$a` is the IRI of operation `a`, `$$a` the literal string `$a`, `$$$a` the string `$$a`,
 * and so on.
 */
const REFERENCE = /^\$(\$*)([A-Za-z0-9_-]{1,64})$/;
/** Matches `$a`, `/$a`, `/$a/duplicate` and `$a?published=true`. */
const IN_PATH = /^\/?\$([A-Za-z0-9_-]{1,64})(?=[/?]|$)/;

/** A reference in a body to the IRI of another operation. */
export interface FoundReference {
  /** Path in the format of violations, such as `.pages[0]`. */
  readonly at: string;
  readonly name: string;
}

/** Finds the references in a body, whose depth the parser limits. */
export function findReferences(body: JsonValue, at = ''): readonly FoundReference[] {
  if (typeof body === 'string') {
    const [, dollars, name] = REFERENCE.exec(body) ?? [];
    return name === undefined || dollars !== '' ? [] : [{ at, name }];
  }
  if (Array.isArray(body))
    return body.flatMap((one: JsonValue, index) => findReferences(one, `${at}[${index}]`));
  if (!isJsonObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    value === undefined ? [] : findReferences(value, `${at}.${name}`),
  );
}

/** Returns the operation that a path starts with. */
export const namedByPath = (path: string): string | undefined => IN_PATH.exec(path)?.[1];

/**
 * Returns the IRI of an earlier operation.
 * @throws AppError if it has none
 */
export type IriOf = (id: string) => string;

/** Replaces the references in a body by IRIs. */
export function resolveBody(body: JsonValue, iriOf: IriOf): JsonValue {
  if (typeof body === 'string') {
    const [, dollars, name] = REFERENCE.exec(body) ?? [];
    if (name === undefined) return body;
    return dollars === '' ? iriOf(name) : body.slice(1);
  }
  if (Array.isArray(body)) return body.map((one: JsonValue) => resolveBody(one, iriOf));
  if (!isJsonObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      value === undefined ? value : resolveBody(value, iriOf),
    ]),
  );
}

/** Replaces the leading reference of a path by the IRI below the prefix. */
export function resolvePath(path: string, iriOf: IriOf): string {
  const found = IN_PATH.exec(path);
  return found?.[1] === undefined ? path : `${iriOf(found[1])}${path.slice(found[0].length)}`;
}
