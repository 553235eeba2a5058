import type { JsonValue } from '../../kernel/contract/json.js';
import { isJsonObject } from '../../kernel/util/json-object.js';

/** The ids of operations. */
export const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** A whole text: `$a` stands for the IRI of operation `a`, `$$a` for the text `$a`, `$$$a` for `$$a`, and so on. */
const REFERENCE = /^\$(\$*)([A-Za-z0-9_-]{1,64})$/;
/** `$a`, `/$a`, `/$a/duplicate`, `$a?published=true`. */
const IN_PATH = /^\/?\$([A-Za-z0-9_-]{1,64})(?=[/?]|$)/;

/** A place in a body that stands for the IRI of another operation. */
export interface FoundReference {
  /** As in the path of a violation: `.pages[0]`. */
  readonly at: string;
  readonly name: string;
}

/** The references of a body; its depth was bounded when it was parsed. */
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

/** The operation whose IRI a path begins with. */
export const namedByPath = (path: string): string | undefined => IN_PATH.exec(path)?.[1];

/** The IRI of an earlier operation. @throws AppError where it has none */
export type IriOf = (id: string) => string;

/** A body with IRIs in place of its references. */
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

/** A path with the IRI, below the prefix, in place of the reference that it begins with. */
export function resolvePath(path: string, iriOf: IriOf): string {
  const found = IN_PATH.exec(path);
  return found?.[1] === undefined ? path : `${iriOf(found[1])}${path.slice(found[0].length)}`;
}
