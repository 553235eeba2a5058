import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { AdminType } from '../../../api/model.js';
import { labelsOf } from './submission-types.js';

/** Returns the labels of a submission: those of the form, and one for the date. */
export function useSubmissionLabels(type: AdminType): ReadonlyMap<string, string> {
  const translate = useTranslate();
  return useMemo(
    () => new Map([[type.timestamps?.created ?? '', translate('people.forms.sent')], ...labelsOf(type)]),
    [type, translate],
  );
}
