import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useNotify, useRecordContext, useRedirect, useRefresh, useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { useFormState } from 'react-hook-form';
import type { AdminType } from '../../api/model.js';
import { stateOf } from '../../api/publication.js';
import { idOf, type AdminRecord } from '../../api/records.js';
import { PublicationState } from '../../ui/publication-state.js';
import { useErrorMessage } from '../../ui/use-error-message.js';
import { ScheduleDialog } from './schedule-dialog.js';
import { publishAt, stepsFor } from './publishing-steps.js';

export interface PublishingBarProps {
  readonly type: AdminType;
  /** Called after a step. By default, the resulting record is shown, which may have another IRI. */
  readonly taken?: () => void;
}

/** Publication state of the record, and buttons for the possible steps. */
export function PublishingBar({ type, taken }: PublishingBarProps): ReactElement | null {
  const record = useRecordContext<AdminRecord>();
  const translate = useTranslate();
  const { isDirty } = useFormState();
  const [isScheduling, setScheduling] = useState(false);
  const { take, isBusy } = useStep(type, taken);
  if (record === undefined) return null;
  const state = stateOf(type, record, new Date());
  const button = (label: string, press: () => void): ReactElement => (
    <Button
      key={label}
      size="small"
      variant={label === 'admin.publish' ? 'contained' : 'outlined'}
      disabled={isBusy || isDirty}
      onClick={press}
    >
      {translate(label)}
    </Button>
  );
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      <PublicationState type={type} record={record} />
      {type.may.publish && (
        <>
          {stepsFor(type, record).map(({ label, done, run }) =>
            button(label, () => take(done, () => run(type, record))),
          )}
          {state !== 'published' && button('content.publishing.schedule', () => setScheduling(true))}
          {isDirty && <small>{translate('admin.save_first')}</small>}
        </>
      )}
      {isScheduling && (
        <ScheduleDialog
          close={() => setScheduling(false)}
          choose={(at) => take('content.publishing.scheduled', () => publishAt(type, record, at))}
        />
      )}
    </Stack>
  );
}

interface Taking {
  readonly take: (done: string, run: () => Promise<string>) => void;
  readonly isBusy: boolean;
}

/** Runs a step, reports it and shows the resulting record. Publishing a draft changes the IRI. */
function useStep(type: AdminType, taken?: () => void): Taking {
  const record = useRecordContext<AdminRecord>();
  const notify = useNotify();
  const reasonOf = useErrorMessage();
  const refresh = useRefresh();
  const redirect = useRedirect();
  const [isBusy, setBusy] = useState(false);
  const take: Taking['take'] = (done, run) => {
    setBusy(true);
    run()
      .then((iri) => {
        notify(done, { type: 'success' });
        const id = idOf(type, iri);
        if (taken !== undefined) taken();
        else if (id === record?.id) refresh();
        else redirect('edit', type.name, id);
      })
      .catch((error: unknown) => {
        notify(reasonOf(error), { type: 'error', multiLine: true });
        refresh();
      })
      .finally(() => setBusy(false));
  };
  return { take, isBusy };
}
