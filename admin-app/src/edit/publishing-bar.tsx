import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useNotify, useRecordContext, useRefresh, useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { useFormState } from 'react-hook-form';
import { client, resourceOf, type ApiDocument } from '../api/client.js';
import { errorOf } from '../api/errors.js';
import type { AdminType } from '../api/model.js';
import { iriOf, targetOf, type AdminRecord } from '../api/records.js';
import { StateOf, stateOf, type State } from '../list/state.js';

interface Step {
  readonly label: string;
  readonly done: string;
  readonly states: readonly State[];
  run(type: AdminType, record: AdminRecord): Promise<unknown>;
}

/** The published version of a record, which has a version of its own. */
const readPublished = (type: AdminType, record: AdminRecord): Promise<ApiDocument> =>
  client.get(resourceOf(type), iriOf(type, record.id), { published: true });

const STEPS: readonly Step[] = [
  {
    label: 'admin.publish',
    done: 'admin.published',
    states: ['draft', 'changed', 'scheduled'],
    run: (type, record) => client.publish(resourceOf(type), targetOf(type, record)),
  },
  {
    label: 'admin.unpublish',
    done: 'admin.unpublished',
    states: ['published', 'changed', 'scheduled'],
    run: async (type, record) => client.unpublish(resourceOf(type), await readPublished(type, record)),
  },
  {
    label: 'admin.discard',
    done: 'admin.discarded',
    states: ['changed'],
    run: (type, record) => client.delete(resourceOf(type), targetOf(type, record)),
  },
];

/** Where the record stands, and what can be done about it. */
export function PublishingBar({ type }: { readonly type: AdminType }): ReactElement | null {
  const record = useRecordContext<AdminRecord>();
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const { isDirty } = useFormState();
  const [isBusy, setBusy] = useState(false);
  if (record === undefined) return null;
  const state = stateOf(record, new Date());

  const take = (step: Step): void => {
    setBusy(true);
    step
      .run(type, record)
      .then(() => notify(step.done, { type: 'success' }))
      .catch((error: unknown) => notify(messageOf(errorOf(error)), { type: 'error' }))
      .finally(() => {
        setBusy(false);
        refresh();
      });
  };

  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', mb: 1 }}>
      <StateOf record={record} />
      {type.may.publish &&
        STEPS.filter(({ states }) => states.includes(state)).map((step) => (
          <Button
            key={step.label}
            size="small"
            variant="outlined"
            disabled={isBusy || isDirty}
            title={isDirty ? translate('admin.save_first') : undefined}
            onClick={() => take(step)}
          >
            {translate(step.label)}
          </Button>
        ))}
    </Stack>
  );
}

/** What stands against publishing, member by member, as there is no field that it would be sent by. */
function messageOf(error: unknown): string {
  const { message, body } = error as { message: string; body?: { errors?: Record<string, string> } };
  const ofMembers = Object.entries(body?.errors ?? {}).map(([member, words]) => `${member}: ${words}`);
  return ofMembers.length === 0 ? message : ofMembers.join(' ');
}
