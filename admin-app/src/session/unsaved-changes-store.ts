import type { AdminMember, AdminType } from '../api/model.js';
import { writableMembers, type Values } from '../api/records.js';

/** Changes of a form that were not saved yet. */
export interface StoredChanges {
  readonly values: Values;
  /** Stored values at the time of the first change. */
  readonly before: Values;
  /** The user loaded the version of someone else and can still restore these changes. */
  readonly isSetAside?: true;
}

/** Prefix of the keys in the session storage. It survives reloads and crashes, and belongs to one tab. */
const PREFIX = 'cms-typed ';

/**
 * Returns the storage key of a form.
 * @param account IRI of the user
 * @param place type and record of the form
 */
export const keyOf = (account: string, place: string): string => `${PREFIX}${account} ${place}`;

export function readStoredChanges(key: string): StoredChanges | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as StoredChanges | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** After sign-out, forms are still mounted for a moment and must not store anything. */
let isOver = false;

/** Stores changes. If the storage is full or disabled, they remain only in the form. */
export function storeChanges(key: string, stored: StoredChanges): void {
  if (isOver) return;
  try {
    sessionStorage.setItem(key, JSON.stringify(stored));
  } catch {
    sessionStorage.removeItem(key);
  }
}

export const deleteChanges = (key: string): void => sessionStorage.removeItem(key);

/**
 * Deletes the stored changes of other users, at sign-in, or those of all users, at sign-out.
 * @param account IRI of the user whose changes remain
 */
export function deleteOtherChanges(account?: string): void {
  isOver = account === undefined;
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
  for (const key of keys)
    if (account === undefined || !key.startsWith(keyOf(account, ''))) deleteChanges(key);
}

const SECRET = /password|secret|token/i;

/** Returns whether a member may be stored. Files cannot be, and secrets must not be. */
const isStorable = ({ name, kind, writeOnly }: AdminMember): boolean =>
  kind !== 'file' && !writeOnly && !SECRET.test(name);

export function storableValues(type: AdminType, isNew: boolean, values: Values): Values {
  const names = writableMembers(type, isNew)
    .filter(isStorable)
    .map(({ name }) => name);
  return Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]));
}
