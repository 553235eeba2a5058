import { useNotify } from 'ra-core';
import { useState } from 'react';
import { isTemporary } from '../api/errors.js';
import type { AdminType } from '../api/model.js';
import { nameOf } from '../api/display-names.js';
import { hasInput } from './members.js';

/** Error that the data provider throws. */
export interface SaveError {
  readonly status?: number;
  readonly message: string;
  readonly body?: { readonly errors?: Readonly<Record<string, string>> };
}

/** A failed save that may succeed later. */
export interface PassingFailure {
  /** Message key or text. */
  readonly message: string;
  /** Number of the failure in its form. */
  readonly number: number;
}

export interface SaveErrors {
  /** Incremented after each save that failed because the record had changed. */
  readonly refusals: number;
  /** The last save that failed and may succeed later. */
  readonly failure: PassingFailure | undefined;
  /** Receives the error of a save. */
  readonly failed: (error: unknown) => void;
}

/**
 * Reports failed saves. Violations are shown at their fields, and those without a field in a notification. The form
 * itself shows failures that may pass, with a button.
 */
export function useSaveErrors(type: AdminType, isNew: boolean): SaveErrors {
  const notify = useNotify();
  const [refusals, setRefusals] = useState(0);
  const [failure, setFailure] = useState<PassingFailure>();
  return {
    refusals,
    failure,
    failed(error) {
      const { message, status, body = {} } = error as SaveError;
      if (isTemporary(status))
        return setFailure((before) => ({ message, number: (before?.number ?? 0) + 1 }));
      // The form explains a conflict, or merges the changes.
      if (status === 412) return setRefusals((before) => before + 1);
      const { errors = {} } = body;
      const withoutField = Object.entries(errors)
        .filter(([member]) => !hasInput(type, isNew, member))
        .map(([member, text]) => `${nameOf(member)}: ${text}`);
      const text = withoutField.length > 0 ? withoutField.join(' ') : message;
      notify(text, { type: 'error', multiLine: true });
    },
  };
}
