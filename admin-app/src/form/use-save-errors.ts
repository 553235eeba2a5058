import { useNotify } from 'ra-core';
import { useState } from 'react';
import type { AdminType } from '../api/model.js';
import { nameOf } from '../api/display-names.js';
import { hasInput } from './members.js';

/** What the data provider throws. */
export interface SaveError {
  readonly status?: number;
  readonly message: string;
  readonly body?: { readonly errors?: Readonly<Record<string, string>> };
}

/** Tells why something was not saved: what is wrong with a member stands at its field, and here where there is no field. */
export function useSaveErrors(type: AdminType, isNew: boolean): (error: unknown) => void {
  const notify = useNotify();
  return (error) => {
    const { message, body = {} } = error as SaveError;
    const { errors = {} } = body;
    const homeless = Object.entries(errors)
      .filter(([member]) => !hasInput(type, isNew, member))
      .map(([member, words]) => `${nameOf(member)}: ${words}`);
    const words = homeless.length > 0 ? homeless.join(' ') : message;
    notify(words, { type: 'error', multiLine: true });
  };
}

export interface SaveConflicts {
  /** Grows each time that the service refuses a change because the record is not the one that was read. */
  readonly refusals: number;
  readonly failed: (error: unknown) => void;
}

/** Counts the changes that were refused because somebody else was first. @param tell says why something was not saved */
export function useSaveConflicts(tell: (error: unknown) => void): SaveConflicts {
  const [refusals, setRefusals] = useState(0);
  return {
    refusals,
    failed(error) {
      if ((error as SaveError).status === 412) setRefusals((before) => before + 1);
      tell(error);
    },
  };
}
