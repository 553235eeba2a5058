import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { AdminType } from '../../../api/model.js';
import { labelsOf } from './submission-types.js';

/** What members are called on the screens of what was sent: as visitors read them, and the moment of it. */
export function useSubmissionLabels(type: AdminType): ReadonlyMap<string, string> {
  const translate = useTranslate();
  return useMemo(
    () => new Map([[type.timestamps?.created ?? '', translate('people.forms.sent')], ...labelsOf(type)]),
    [type, translate],
  );
}
