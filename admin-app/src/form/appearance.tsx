import { useTranslate } from 'ra-core';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useFormState } from 'react-hook-form';
import type { AdminMember } from '../api/model.js';
import type { AdminRecord } from '../api/records.js';
import { CollapsibleSection } from '../ui/collapsible-section.js';

export interface AppearanceProps {
  readonly members: readonly AdminMember[];
  readonly record: AdminRecord | undefined;
  readonly children: ReactNode;
}

/** Section with the presentation members of a record. It is open if one of them is set or invalid. */
export function Appearance({ members, record, children }: AppearanceProps): ReactElement {
  const translate = useTranslate();
  const { errors } = useFormState();
  const [isWanted, setWanted] = useState(() => members.some(({ name }) => isSet(record?.[name])));
  const isWrong = members.some(({ name }) => name in errors);
  return (
    <CollapsibleSection title={translate('admin.appearance')} isOpen={isWanted || isWrong} change={setWanted}>
      {children}
    </CollapsibleSection>
  );
}

const isSet = (value: unknown): boolean =>
  !(value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0));
