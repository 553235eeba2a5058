import { useRecordContext, useResourceContext } from 'ra-core';
import { SimpleForm } from 'ra-ui-materialui';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import type { AdminMember, AdminType } from '../api/model.js';
import { writableMembers, type AdminRecord } from '../api/records.js';
import { useSession } from '../app/session.js';
import { MemberInput } from '../own/member-input.js';
import { resolverOf } from './judge.js';

/** Set by other means than a field: publishing has buttons, and places belong to pages. */
const UNSHOWN = new Set(['publishedAt', 'componentPositions', 'componentGroups']);

export interface RecordFormProps {
  /** The buttons below it. */
  readonly toolbar: ReactElement | false;
  readonly children?: ReactNode;
}

/** Every member that somebody may send, with the input for what it is. */
export function RecordForm({ toolbar, children }: RecordFormProps): ReactElement {
  const type = useSession().typeOf(useResourceContext() ?? '');
  const record = useRecordContext<AdminRecord>();
  // A new one may begin with members.
  const isNew = record?.['@id'] === undefined;
  const members = useMemo(() => shownMembers(type, isNew), [type, isNew]);
  const resolver = useMemo(
    () => resolverOf(type, isNew ? {} : record, new Set(members.map(({ name }) => name))),
    [type, record, members],
  );
  const isLocked = !isNew && !type.may.update;
  return (
    // The service may ask for more than a form knows, so nothing keeps what was typed from being sent but its rules.
    <SimpleForm mode="onChange" resolver={resolver} toolbar={toolbar} warnWhenUnsavedChanges noValidate>
      {children}
      {members.map((member) => (
        <MemberInput key={member.name} member={member} isLocked={isLocked || member.readOnly} />
      ))}
    </SimpleForm>
  );
}

/** Members that can be sent come first; what may only be read is shown with a record. */
function shownMembers(type: AdminType, isNew: boolean): readonly AdminMember[] {
  const sent = new Set(writableMembers(type, isNew).map(({ name }) => name));
  const shown = type.members.filter(({ name }) => !UNSHOWN.has(name));
  const fixed = shown.filter(({ name, writeOnly }) => !sent.has(name) && !writeOnly);
  return [
    ...shown.filter(({ name }) => sent.has(name) && !LATE.has(name)),
    ...shown.filter(({ name }) => sent.has(name) && LATE.has(name)),
    ...(isNew ? [] : fixed.map((member) => ({ ...member, readOnly: true }))),
  ];
}

/** For front ends rather than for people. */
const LATE = new Set(['uiComponent', 'uiClassNames']);
