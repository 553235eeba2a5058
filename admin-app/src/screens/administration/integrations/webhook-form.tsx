import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { webhooksOf, type MadeWebhook, type Webhook } from '../../../../../templates/client/webhooks.js';
import { client } from '../../../api/client.js';
import type { AdminType } from '../../../api/model.js';
import { nameOf } from '../../../api/display-names.js';
import { useSession } from '../../../session/session.js';
import { ActionDialog } from '../../../ui/action-dialog.js';
import { LabelledTextField } from '../../../ui/labelled-text-field.js';
import { ChoiceGrid, type Row } from './choice-grid.js';

const webhooks = webhooksOf(client);

export interface WebhookFormProps {
  /** Undefined for a new webhook. */
  readonly webhook: Webhook | undefined;
  readonly closed: () => void;
  readonly saved: (webhook: Webhook | MadeWebhook) => void;
}

/** Form of a webhook. The events follow from the types of the model. */
export function WebhookForm({ webhook, closed, saved }: WebhookFormProps): ReactElement {
  const translate = useTranslate();
  const { model } = useSession();
  const [address, setAddress] = useState(webhook?.address ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [reader, setReader] = useState(webhook?.reader ?? '');
  const [events, setEvents] = useState<ReadonlySet<string>>(new Set(webhook?.events ?? []));
  const offered: readonly Row[] = [
    ...['route.live', 'form.submitted'].map((id) => ({ label: id, choices: [{ id, label: id }] })),
    ...model.types.map(rowOf),
  ];
  // Current events stay available, even if the user may not see their types.
  const known = new Set(offered.flatMap(({ choices }) => choices.map(({ id }) => id)));
  const others = [...(webhook?.events ?? [])].filter((id) => !known.has(id));
  const rows = [...others.map((id) => ({ label: id, choices: [{ id, label: id }] })), ...offered];
  const members = {
    address: address.trim(),
    events: [...events],
    description: description.trim() === '' ? null : description.trim(),
    reader: reader.trim() === '' ? null : reader.trim(),
  };
  return (
    <ActionDialog
      title={translate(
        webhook === undefined ? 'administration.webhooks.make' : 'administration.webhooks.edit',
      )}
      action={translate(webhook === undefined ? 'administration.webhooks.make' : 'ra.action.save')}
      isDisabled={members.address === '' || events.size === 0}
      fields={['address', 'events', 'description', 'reader']}
      close={closed}
      run={async () =>
        saved(
          webhook === undefined ? await webhooks.create(members) : await webhooks.change(webhook.id, members),
        )
      }
    >
      {(wrong) => (
        <>
          <LabelledTextField
            type="url"
            label="administration.webhooks.address"
            value={address}
            change={setAddress}
            wrong={wrong['address']}
            required
            autoFocus
          />
          <LabelledTextField
            label="administration.webhooks.description"
            value={description}
            change={setDescription}
            wrong={wrong['description']}
          />
          <LabelledTextField
            label="administration.webhooks.reader"
            value={reader}
            change={setReader}
            wrong={wrong['reader']}
            help="administration.webhooks.reader_help"
          />
          <ChoiceGrid
            title={translate('administration.webhooks.events')}
            rows={rows}
            chosen={events}
            change={setEvents}
            wrong={wrong['events']}
          />
        </>
      )}
    </ActionDialog>
  );
}

const FACTS = ['created', 'updated', 'deleted'];

const rowOf = ({ name, publishable }: AdminType): Row => ({
  label: nameOf(name),
  choices: [...FACTS, ...(publishable !== null ? ['published', 'unpublished'] : [])].map((fact) => ({
    id: `${name}.${fact}`,
    label: fact,
  })),
});
