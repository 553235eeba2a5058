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

/** Whether a form that goes away was saved, so that nothing of it is kept. Forms of screens lead to another address then. */
export const SavedContext = createContext<RefObject<boolean>>({ current: false });

/** What is typed in a form and not saved yet. */
export interface UnsavedChanges {
  readonly isDirty: boolean;
  /** What was typed before the page began anew, and is here again; or what was put aside. */
  readonly found: StoredChanges | undefined;
  /** Every member that was changed, files too. */
  changed(): Values;
  /** Takes what was typed out of the form, and keeps it for later. */
  setAside(): void;
  takeBack(): void;
  discard(): void;
}

/** Keeps what is typed in the form around it, and puts it back when the form is there again. */
export function useUnsavedChanges(type: AdminType, record: AdminRecord | undefined): UnsavedChanges {
  const { model } = useSession();
  const form = useFormContext();
  const { isDirty } = useTracked();
  const saved = useContext(SavedContext);
  const isNew = record?.['@id'] === undefined;
  // A new one is kept for the screen that it is made on.
  const key = keyOf(model.me.iri, `${type.name} ${isNew ? location.pathname : record.id}`);
  const [found, setFound] = useState<StoredChanges | undefined>(() => readStoredChanges(key));

  const changed = (): Values => {
    const values: Values = form.getValues();
    // Asked of the form itself: what was drawn last may be older.
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
      // Whoever left for another screen was asked; the end of a session leaves them where they were.
      if (location.pathname === pathname && !saved.current) now();
      else deleteChanges(key);
    };
  }, [form, key]);
  // The form takes its record first, in the effect that comes after these.
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
    // A save has taken what was found.
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

/** The form tells only what somebody has read of it. */
function useTracked(): { readonly isDirty: boolean } {
  const { isDirty, dirtyFields } = useFormState();
  void dirtyFields;
  return { isDirty };
}

/** What was typed since a save began, where a record is read after one; else everything that was typed. */
function unsent(unsaved: Values, sent: Values | undefined): Values {
  if (sent === undefined) return unsaved;
  const since = Object.entries(unsaved).filter(([name, value]) => !isSame(value, sent[name]));
  return Object.fromEntries(since);
}
