import type { Dialect } from '../contract/database/database.js';
import type { Reference } from '../contract/records/record.js';

/** SQL expressions of the parts of a reference; null if the relation's target determines them. */
interface ReferenceParts {
  readonly id: string;
  readonly type: string | null;
  readonly key: string | null;
}

/**
 * Returns SQL for one reference in a comma-joined list: `id`, `id;type` or `id;;key`. Ids and type names
 * contain no separators; keys (paths) are escaped in SQL.
 */
export function referenceText(dialect: Dialect, { id, type, key }: ReferenceParts): string {
  const idText = dialect.uuidText(id);
  if (type === null && key === null) return idText;
  const typeText = type ?? "''";
  if (key === null) return `concat(${idText}, ';', ${typeText})`;
  const escaped = `replace(replace(replace(${key}, '%', '%25'), ',', '%2C'), ';', '%3B')`;
  return `concat(${idText}, ';', ${typeText}, ';', ${escaped})`;
}

/** Decodes a list of {@link referenceText}; null (no rows) is an empty list. */
export function decodeReferenceList(text: string | null, target: string): Reference[] {
  if (text === null || text === '') return [];
  return text.split(',').map((entry) => {
    const [id = '', type = '', key] = entry.split(';');
    return { type: type === '' ? target : type, id, key: key === undefined ? id : unescapeKey(key) };
  });
}

function unescapeKey(key: string): string {
  return key.replaceAll('%3B', ';').replaceAll('%2C', ',').replaceAll('%25', '%');
}
