import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';
import { useRecordContext, useResourceContext } from 'ra-core';
import { SimpleForm } from 'ra-ui-materialui';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import type { AdminMember } from '../api/model.js';
import type { AdminRecord } from '../api/records.js';
import { useSession } from '../session/session.js';
import { Appearance } from './appearance.js';
import { resolverOf } from './form-resolver.js';
import { ExtensibleMemberInput } from './extensible-member-input.js';
import { MemberTexts } from './member-text.js';
import { formMembers, hasInput } from './members.js';
import { OtherWarnings, Warning } from './publishing/publishing-warnings.js';

export interface RecordFormProps {
  /** Buttons below the form. */
  readonly toolbar: ReactElement | false;
  readonly children?: ReactNode;
}

/** Form with an input for every writable member, and read-only members as text. */
export function RecordForm({ toolbar, children }: RecordFormProps): ReactElement {
  const type = useSession().typeOf(useResourceContext() ?? '');
  const record = useRecordContext<AdminRecord>();
  // New records may have initial values.
  const isNew = record?.['@id'] === undefined;
  const { content, appearance, facts } = useMemo(() => formMembers(type, isNew), [type, isNew]);
  const resolver = useMemo(
    () => resolverOf(type, isNew ? {} : record, new Set([...content, ...appearance].map(({ name }) => name))),
    [type, record, content, appearance],
  );
  return (
    // Browser validation is off, because the service may have other rules than the form.
    <SimpleForm mode="onChange" resolver={resolver} toolbar={toolbar} warnWhenUnsavedChanges noValidate>
      <Stack sx={{ gap: 2.5, width: '100%', maxWidth: 800 }}>
        {children}
        {record !== undefined && (
          <OtherWarnings record={record} hasInput={(member) => hasInput(type, false, member)} />
        )}
        <Inputs members={content} record={record} />
        {appearance.length > 0 && (
          <Appearance members={appearance} record={record}>
            <Inputs members={appearance} record={record} />
          </Appearance>
        )}
        {facts.length > 0 && appearance.length + content.length > 0 && <Divider />}
        {record !== undefined && <MemberTexts members={facts} record={record} />}
      </Stack>
    </SimpleForm>
  );
}

interface InputsProps {
  readonly members: readonly AdminMember[];
  readonly record: AdminRecord | undefined;
}

function Inputs({ members, record }: InputsProps): ReactElement[] {
  return members.map((member) => (
    <div key={member.name}>
      <ExtensibleMemberInput member={member} />
      {record !== undefined && <Warning record={record} member={member.name} />}
    </div>
  ));
}
