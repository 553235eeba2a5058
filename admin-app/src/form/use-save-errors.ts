import { useNotify } from 'ra-core';
import { useState } from 'react';
import type { AdminType } from '../api/model.js';
import { nameOf } from '../api/display-names.js';
import { hasInput } from './members.js';

/** Error that the data provider throws. */
export interface SaveError {
  readonly status?: number;
  readonly message: string;
  readonly body?: { readonly errors?: Readonly<Record<string, string>> };
}

/**
 * Returns a function that reports a failed save. Violations are shown at their fields, and those without a field in a
 * notification.
 */
export function useSaveErrors(type: AdminType, isNew: boolean): (error: unknown) => void {
  const notify = useNotify();
  return (error) => {
    const { message, body = {} } = error as SaveError;
    const { errors = {} } = body;
    const withoutField = Object.entries(errors)
      .filter(([member]) => !hasInput(type, isNew, member))
      .map(([member, text]) => `${nameOf(member)}: ${text}`);
    const text = withoutField.length > 0 ? withoutField.join(' ') : message;
    notify(text, { type: 'error', multiLine: true });
  };
}

export interface SaveConflicts {
  /** Incremented after each save that failed because the record had changed. */
  readonly refusals: number;
  readonly failed: (error: unknown) => void;
}

/**
 * Counts saves that failed because the record had changed.
 * @param report reports the error
 */
export function useSaveConflicts(report: (error: unknown) => void): SaveConflicts {
  const [refusals, setRefusals] = useState(0);
  return {
    refusals,
    failed(error) {
      if ((error as SaveError).status === 412) setRefusals((before) => before + 1);
      report(error);
    },
  };
}
