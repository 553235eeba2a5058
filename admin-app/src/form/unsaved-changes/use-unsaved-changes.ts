import { createContext, useContext, useEffect, useRef, useState, type RefObject } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { isSame } from '../../api/is-same.js';
import type { AdminType } from '../../api/model.js';
import { readingOf, sentBefore, type AdminRecord, type Values } from '../../api/records.js';
import { useSession } from '../../session/session.js';
import {
  deleteChanges,
  storeChanges,
  storableValues,
  keyOf,
  readStoredChanges,
  type StoredChanges,
} from '../../session/unsaved-changes-store.js';

const REST_MS = 300;

/**
 * Whether the form was saved before it unmounts, so that its changes are not stored. Forms in dialogs use it, because
 * they do not change the address.
 */
export const SavedContext = createContext<RefObject<boolean>>({ current: false });

/** Unsaved changes of a form. */
export interface UnsavedChanges {
  readonly isDirty: boolean;
  /** Changes restored after a reload, or set aside after a conflict. */
  readonly found: StoredChanges | undefined;
  /** Returns every changed member, including files. */
  changed(): Values;
  /** Removes the changes from the form and stores them for later. */
  setAside(): void;
  takeBack(): void;
  discard(): void;
}

/** Stores unsaved changes of the surrounding form, and restores them when the form is mounted again. */
export function useUnsavedChanges(type: AdminType, record: AdminRecord | undefined): UnsavedChanges {
  const { model } = useSession();
  const form = useFormContext();
  const { isDirty } = useTracked();
  const saved = useContext(SavedContext);
  const isNew = record?.['@id'] === undefined;
  // Changes of new records are stored by the path of the screen.
  const key = keyOf(model.me.iri, `${type.name} ${isNew ? location.pathname : record.id}`);
  const [found, setFound] = useState<StoredChanges | undefined>(() => readStoredChanges(key));

  const changed = (): Values => {
    const values: Values = form.getValues();
    // Reads the form itself, because the last rendering may be older.
    const names = Object.keys(values).filter((name) => form.getFieldState(name).isDirty);
    return Object.fromEntries(names.map((name) => [name, values[name]]));
  };
  const put = (values: Values): void => {
    for (const [name, value] of Object.entries(values))
      form.setValue(name, value, { shouldDirty: true, shouldValidate: true });
  };
  const currentChanges = (): StoredChanges => {
    const values = storableValues(type, isNew, changed());
    const names = Object.keys(values);
    return { values, before: Object.fromEntries(names.map((name) => [name, record?.[name] ?? null])) };
  };
  const store = (): void => {
    const now = currentChanges();
    if (Object.keys(now.values).length > 0) storeChanges(key, now);
    else if (found?.isSetAside !== true) deleteChanges(key);
  };

  const latest = useRef(store);
  latest.current = store;
  useEffect(() => {
    const { pathname } = location;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => latest.current(), REST_MS);
    };
    const now = (): void => latest.current();
    const { unsubscribe } = form.watch(later);
    addEventListener('pagehide', now);
    return () => {
      clearTimeout(timer);
      unsubscribe();
      removeEventListener('pagehide', now);
      // Navigation within the admin asks for confirmation first. The end of a session keeps the address, and the changes.
      if (location.pathname === pathname && !saved.current) now();
      else deleteChanges(key);
    };
  }, [form, key]);
  // The form resets to its record in a later effect.
  const putSoon = (values: Values): void => queueMicrotask(() => put(values));
  useEffect(() => {
    if (found !== undefined && found.isSetAside !== true) putSoon(storableValues(type, isNew, found.values));
  }, []);
  const reading = record && readingOf(record);
  const shown = useRef(reading);
  useEffect(() => {
    if (record === undefined || shown.current === reading) return;
    shown.current = reading;
    const mine = unsent(changed(), sentBefore(record));
    putSoon(mine);
    // The restored changes were saved.
    if (Object.keys(mine).length === 0 && found?.isSetAside !== true) setFound(undefined);
  }, [reading]);

  return {
    ...{ isDirty, found, changed },
    setAside() {
      const aside: StoredChanges = { ...currentChanges(), isSetAside: true };
      form.reset();
      if (Object.keys(aside.values).length === 0) return;
      setFound(aside);
      storeChanges(key, aside);
    },
    takeBack() {
      if (found === undefined) return;
      put(storableValues(type, isNew, found.values));
      setFound(undefined);
    },
    discard() {
      if (found?.isSetAside !== true) form.reset();
      setFound(undefined);
      deleteChanges(key);
    },
  };
}

/** The form only tracks state that was read once. */
function useTracked(): { readonly isDirty: boolean } {
  const { isDirty, dirtyFields } = useFormState();
  void dirtyFields;
  return { isDirty };
}

/** Returns the changes since the last save, or all changes if the record was not read after a save. */
function unsent(unsaved: Values, sent: Values | undefined): Values {
  if (sent === undefined) return unsaved;
  const since = Object.entries(unsaved).filter(([name, value]) => !isSame(value, sent[name]));
  return Object.fromEntries(since);
}
