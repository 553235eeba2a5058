import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { client, resourceOf, type ApiDocument } from '../../../api/client.js';
import { useType } from '../../../session/session.js';
import { ActionDialog } from '../../../ui/action-dialog.js';
import { ConfirmButton } from '../../../ui/confirm-button.js';
import { QueryResult } from '../../../ui/query-result.js';
import { ScreenLayout, Section } from '../../../ui/screen-layout.js';
import { LabelledTextField } from '../../../ui/labelled-text-field.js';
import { useAction } from '../../../ui/use-action.js';
import { ValueFields } from './value-fields.js';
import { isValidValue, editedValueOf, valueOf, type EditedValue } from './edited-value.js';

const TYPE = 'SiteConfigParameter';

/** Site settings, edited in place. */
export default function SiteSettings(): ReactElement {
  const translate = useTranslate();
  const type = useType(TYPE);
  const [isMaking, setMaking] = useState(false);
  const found = useQuery({
    queryKey: ['parameters'],
    queryFn: () => client.list(resourceOf(type)),
    gcTime: 0,
  });
  const changed = (): void => void found.refetch();
  const make = type.may.create && (
    <Button variant="contained" onClick={() => setMaking(true)}>
      {translate('people.parameters.make')}
    </Button>
  );
  return (
    <ScreenLayout title="people.parameters.title" about="people.parameters.about" actions={make}>
      <QueryResult query={found}>
        {({ member }) =>
          member.length === 0 ? (
            <Section>
              <Typography sx={{ color: 'text.secondary', py: 3, textAlign: 'center' }}>
                {translate('people.parameters.none')}
              </Typography>
            </Section>
          ) : (
            member.map((one) => (
              <Parameter
                key={`${one['@id']} ${JSON.stringify(one['value'])}`}
                parameter={one}
                changed={changed}
              />
            ))
          )
        }
      </QueryResult>
      {isMaking && <NewParameter close={() => setMaking(false)} made={changed} />}
    </ScreenLayout>
  );
}

interface ParameterProps {
  readonly parameter: ApiDocument;
  readonly changed: () => void;
}

function Parameter({ parameter, changed }: ParameterProps): ReactElement {
  const translate = useTranslate();
  const type = useType(TYPE);
  const { run, isBusy } = useAction();
  const stored = editedValueOf(parameter['value']);
  const [edited, setEdited] = useState(stored);
  const key = String(parameter['key']);
  const isChanged = edited.kind !== stored.kind || edited.text !== stored.text;
  const save = async (): Promise<void> => {
    const target = parameter['@id'];
    await run(
      () => client.update(resourceOf(type), target, { value: valueOf(edited) }),
      'administration.saved',
    );
    changed();
  };
  const remove = async (): Promise<void> => {
    await run(() => client.delete(resourceOf(type), parameter['@id']), 'administration.deleted');
    changed();
  };
  return (
    <Section heading={key}>
      <ValueFields of={key} edited={edited} change={setEdited} />
      <Stack direction="row" sx={{ gap: 1, mt: 1 }}>
        <Button
          variant="outlined"
          size="small"
          aria-label={`${translate('ra.action.save')}: ${key}`}
          disabled={!isChanged || !isValidValue(edited) || isBusy}
          onClick={() => void save()}
        >
          {translate('ra.action.save')}
        </Button>
        {type.may.delete && (
          <ConfirmButton
            color="error"
            label={translate('ra.action.delete')}
            of={key}
            question={translate('people.parameters.delete_question', { key })}
            disabled={isBusy}
            confirmed={() => void remove()}
          />
        )}
      </Stack>
    </Section>
  );
}

function NewParameter({
  close,
  made,
}: {
  readonly close: () => void;
  readonly made: () => void;
}): ReactElement {
  const translate = useTranslate();
  const type = useType(TYPE);
  const [key, setKey] = useState('');
  const [edited, setEdited] = useState<EditedValue>({ kind: 'text', text: '' });
  const run = async (): Promise<void> => {
    await client.create(resourceOf(type), { key: key.trim(), value: valueOf(edited) });
    made();
  };
  return (
    <ActionDialog
      title={translate('people.parameters.make')}
      action={translate('people.parameters.make')}
      isDisabled={key.trim() === '' || !isValidValue(edited)}
      fields={['key', 'value']}
      {...{ run, close }}
    >
      {(wrong) => (
        <>
          <LabelledTextField
            label="people.parameters.key"
            value={key}
            change={setKey}
            wrong={wrong['key']}
            required
            autoFocus
            autoComplete="off"
          />
          <ValueFields of={key} edited={edited} change={setEdited} wrong={wrong['value']} />
        </>
      )}
    </ActionDialog>
  );
}
