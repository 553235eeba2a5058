import { useEffect, useRef, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import type { AdminType } from '../api/model.js';
import type { Values } from '../api/parts.js';
import type { AdminRecord } from '../api/records.js';
import { useSession } from '../app/session.js';
import { forget, keep, keepable, keyOf, readKept, type Kept } from './kept.js';

const REST_MS = 300;

/** What is typed in a form and not saved yet. */
export interface Typed {
  readonly isDirty: boolean;
  /** What was typed before the page began anew, and is here again; or what was put aside. */
  readonly found: Kept | undefined;
  /** Every member that was changed, files too. */
  changed(): Values;
  /** Puts values into the form again, as changes of what it begins with. */
  type(values: Values): void;
  /** Keeps what was typed for later, while the form shows something else. */
  putAside(): void;
  takeBack(): void;
  discard(): void;
}

/** Keeps what is typed in the form around it, and puts it back when the form is there again. */
export function useTyped(type: AdminType, record: AdminRecord | undefined): Typed {
  const { model } = useSession();
  const form = useFormContext();
  const { dirtyFields, isDirty } = useFormState();
  const isNew = record?.['@id'] === undefined;
  const key = keyOf(model.me.iri, `${type.name} ${isNew ? '' : record.id}`);
  const [found, setFound] = useState<Kept | undefined>(() => readKept(key));

  const changed = (): Values => {
    const values: Values = form.getValues();
    return Object.fromEntries(Object.keys(dirtyFields).map((name) => [name, values[name]]));
  };
  const type_ = (values: Values): void => {
    // The form takes its record first.
    setTimeout(() => {
      for (const [name, value] of Object.entries(values))
        form.setValue(name, value, { shouldDirty: true, shouldValidate: true });
    });
  };
  const keptNow = (): Kept => {
    const values = keepable(type, isNew, changed());
    const names = Object.keys(values);
    return { values, before: Object.fromEntries(names.map((name) => [name, record?.[name] ?? null])) };
  };
  const store = (): void => {
    const now = keptNow();
    if (Object.keys(now.values).length > 0) keep(key, now);
    else if (found?.isAside !== true) forget(key);
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
      if (location.pathname === pathname) now();
      else forget(key);
    };
  }, [form, key]);
  useEffect(() => {
    if (found !== undefined && found.isAside !== true) type_(keepable(type, isNew, found.values));
  }, []);
  // A save has taken what was found.
  const reading = record?.['~reading'];
  const first = useRef(reading);
  useEffect(() => {
    if (first.current !== reading && found?.isAside !== true) setFound(undefined);
  }, [reading]);

  return {
    ...{ isDirty, found, changed, type: type_ },
    putAside() {
      const aside: Kept = { ...keptNow(), isAside: true };
      if (Object.keys(aside.values).length === 0) return;
      setFound(aside);
      keep(key, aside);
    },
    takeBack() {
      if (found === undefined) return;
      type_(keepable(type, isNew, found.values));
      setFound(undefined);
    },
    discard() {
      if (found?.isAside !== true) form.reset();
      setFound(undefined);
      forget(key);
    },
  };
}
