import Box from '@mui/material/Box';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useRecordContext, useSaveContext, useTranslate } from 'ra-core';
import { lazy, Suspense, useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { isSame } from '../../api/is-same.js';
import type { AdminMember, AdminType } from '../../api/model.js';
import { readingOf, type AdminRecord } from '../../api/records.js';
import { titleOf } from '../../api/display-names.js';
import { shownMembers } from '../members.js';
import { momentOf } from '../../ui/format-value.js';
import type { DifferencesProps } from '../publishing/comparison-panel.js';
import { useRemoteChange, type RemoteChange } from './use-remote-change.js';
import { useUnsavedChanges, type UnsavedChanges } from './use-unsaved-changes.js';

/** Loaded on demand, because it contains the library for text differences. */
const BothChanged = lazy(() =>
  import('../publishing/comparison-panel.js').then(({ Differences }) => ({ default: Differences })),
);

export interface UnsavedChangesBarsProps {
  readonly type: AdminType;
  /** Incremented after each save that failed because the record had changed. */
  readonly refusals?: number;
}

/** Stores unsaved changes of a form, and reports conflicts with changes of other users. */
export function UnsavedChangesBars({ type, refusals = 0 }: UnsavedChangesBarsProps): ReactElement {
  const record = useRecordContext<AdminRecord>();
  const unsaved = useUnsavedChanges(type, record);
  return (
    <>
      <RestoredBar {...{ type, record, unsaved }} />
      {record?.['@id'] !== undefined && <ConflictBar {...{ type, record, unsaved, refusals }} />}
    </>
  );
}

interface RestoredBarProps {
  readonly type: AdminType;
  readonly record: AdminRecord | undefined;
  readonly unsaved: UnsavedChanges;
}

function RestoredBar({ type, record, unsaved }: RestoredBarProps): ReactElement | null {
  const translate = useTranslate();
  const { found, isDirty, takeBack, discard } = unsaved;
  if (found === undefined || (!isDirty && found.isSetAside !== true)) return null;
  const { values, before } = found;
  const isSetAside = found.isSetAside === true;
  // Someone else may have changed these members before the form was restored.
  const both = type.members.filter(
    ({ name }) => record?.['@id'] !== undefined && name in values && !isSame(before[name], record[name]),
  );
  const message = isSetAside ? 'aside' : both.length > 0 ? 'conflict' : 'found';
  return (
    <Bar severity="info" message={translate(`content.unsaved.${message}`)}>
      {isSetAside && <Choice label="content.unsaved.take_back" choose={takeBack} />}
      <Choice label="content.unsaved.discard" choose={discard} />
      {both.length > 0 && record !== undefined && (
        <Compared members={both} published={record} record={{ ...record, ...values }} />
      )}
    </Bar>
  );
}

function Compared(props: DifferencesProps): ReactElement {
  return (
    <Suspense>
      <Box sx={{ flexBasis: '100%' }}>
        <BothChanged {...props} />
      </Box>
    </Suspense>
  );
}

interface ConflictBarProps {
  readonly type: AdminType;
  readonly record: AdminRecord;
  readonly unsaved: UnsavedChanges;
  readonly refusals: number;
}

function ConflictBar({ type, record, unsaved, refusals }: ConflictBarProps): ReactElement | null {
  const translate = useTranslate();
  const notify = useNotify();
  const queries = useQueryClient();
  const { saving = false } = useSaveContext();
  const { remote, isGone, look } = useRemoteChange(type, record, saving);
  const bar = useRef<HTMLSpanElement>(null);
  const savesNext = useRef(false);
  /** Replaces the record of the form. Unsaved changes stay. */
  const show = (present: AdminRecord): void =>
    void queries.setQueryData([type.name, 'getOne', { id: String(record.id), meta: undefined }], present);
  /** Members that both users changed, to different values. */
  const conflictsWith = ({ record: present, members }: RemoteChange): readonly AdminMember[] => {
    const mine = unsaved.changed();
    return members.filter(({ name }) => name in mine && !isSame(mine[name], present[name]));
  };
  const merge = (change: RemoteChange): void => {
    show(change.record);
    const who = change.author ?? translate('content.conflict.somebody');
    if (change.members.length > 0) notify('content.conflict.merged', { type: 'info', messageArgs: { who } });
  };
  useEffect(() => {
    if (refusals === 0) return;
    void look().then((change) => {
      if (change === undefined) return;
      if (conflictsWith(change).length > 0)
        notify('admin.error.outdated', { type: 'error', multiLine: true });
      else {
        savesNext.current = true;
        merge(change);
      }
    });
  }, [refusals]);
  useEffect(() => {
    if (remote !== undefined && unsaved.isDirty && conflictsWith(remote).length === 0) merge(remote);
  }, [remote]);
  const reading = readingOf(record);
  useEffect(() => {
    if (!savesNext.current) return;
    savesNext.current = false;
    // The form receives the unsaved changes again in a microtask.
    setTimeout(() => bar.current?.closest('form')?.requestSubmit());
  }, [reading]);
  const marker = <span hidden ref={bar} />;
  if (isGone) return <Bar severity="error" message={translate('content.conflict.gone')} />;
  if (remote === undefined) return marker;
  const both = conflictsWith(remote);
  if (unsaved.isDirty && both.length === 0) return marker;
  return (
    <Bar severity="warning" message={conflictMessage(type, remote, translate)}>
      <Choice
        label={unsaved.isDirty ? 'content.conflict.load' : 'content.conflict.show'}
        choose={() => {
          unsaved.setAside();
          show(remote.record);
        }}
      />
      {unsaved.isDirty && <Choice label="content.conflict.keep" choose={() => show(remote.record)} />}
      {both.length > 0 && (
        <Compared members={both} published={remote.record} record={{ ...record, ...unsaved.changed() }} />
      )}
    </Bar>
  );
}

function conflictMessage(
  type: AdminType,
  { author, madeAt, members }: RemoteChange,
  translate: ReturnType<typeof useTranslate>,
): string {
  const who = author ?? translate('content.conflict.somebody');
  const named = shownMembers(type)
    .filter(({ name }) => members.some((member) => member.name === name))
    .map(titleOf);
  return [
    translate('content.conflict.changed', { who }),
    ...(madeAt === undefined ? [] : [momentOf(madeAt)]),
    ...(named.length === 0 ? [] : [named.join(', ')]),
  ].join(' · ');
}

interface BarProps {
  readonly severity: 'info' | 'warning' | 'error';
  readonly message: string;
  readonly children?: ReactNode;
}

/** Message with buttons and the compared values below it. */
function Bar({ severity, message, children }: BarProps): ReactElement {
  return (
    <Alert severity={severity} sx={{ '& .MuiAlert-message': { flexGrow: 1, minWidth: 0 } }}>
      {message}
      {children !== undefined && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
          {children}
        </Stack>
      )}
    </Alert>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly choose: () => void;
}

function Choice({ label, choose }: ChoiceProps): ReactElement {
  const translate = useTranslate();
  return (
    <Button size="small" color="inherit" variant="outlined" onClick={choose}>
      {translate(label)}
    </Button>
  );
}
