import type { AdminType } from './model.js';
import { writableMembers } from './records.js';

/** Members of a form, by their names. */
export type Values = Readonly<Record<string, unknown>>;

export interface Parts {
  readonly body: Values;
  readonly files: Values;
}

/** What of a form has changed, files apart: these are sent as they are. */
export function partsOf(type: AdminType, data: Values, before: Values): Parts {
  const isNew = before['@id'] === undefined;
  const body: Record<string, unknown> = {};
  const files: Record<string, unknown> = {};
  for (const { name, nullable } of writableMembers(type, isNew)) {
    const value = data[name];
    if (value instanceof Blob) files[name] = value;
    else if (value !== undefined && !isSame(value, before[name]) && !(isNew && value === null && !nullable))
      body[name] = value;
  }
  return { body, files };
}

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
