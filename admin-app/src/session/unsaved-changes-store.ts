import type { AdminMember, AdminType } from '../api/model.js';
import { writableMembers, type Values } from '../api/records.js';

/** What somebody typed and did not save yet. */
export interface StoredChanges {
  readonly values: Values;
  /** What stood there when they began. */
  readonly before: Values;
  /** They took what somebody else wrote, and this is offered beside it. */
  readonly isSetAside?: true;
}

/** The store of the tab: it outlives a reload and a crash, and no other tab has it. */
const PREFIX = 'cms-typed ';

/** @param account whose it is  @param place the form: a type and a record of it */
export const keyOf = (account: string, place: string): string => `${PREFIX}${account} ${place}`;

export function readStoredChanges(key: string): StoredChanges | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as StoredChanges | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** After a sign-out the form is still there for a moment, and keeps nothing any more. */
let isOver = false;

/** A browser that stores nothing, or no more, keeps the form only. */
export function storeChanges(key: string, stored: StoredChanges): void {
  if (isOver) return;
  try {
    sessionStorage.setItem(key, JSON.stringify(stored));
  } catch {
    sessionStorage.removeItem(key);
  }
}

export const deleteChanges = (key: string): void => sessionStorage.removeItem(key);

/** At the end of a session, and where somebody else begins one. @param account whose values stay */
export function deleteOtherChanges(account?: string): void {
  isOver = account === undefined;
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
  for (const key of keys)
    if (account === undefined || !key.startsWith(keyOf(account, ''))) deleteChanges(key);
}

const SECRET = /password|secret|token/i;

/** Members that may be kept: files cannot be, and what nobody may read back must not be. */
const isStorable = ({ name, kind, writeOnly }: AdminMember): boolean =>
  kind !== 'file' && !writeOnly && !SECRET.test(name);

export function storableValues(type: AdminType, isNew: boolean, values: Values): Values {
  const names = writableMembers(type, isNew)
    .filter(isStorable)
    .map(({ name }) => name);
  return Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]));
}
