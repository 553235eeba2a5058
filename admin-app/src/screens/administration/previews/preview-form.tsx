import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { previewsOf, type MadePreview, type PreviewInput } from '../../../../../templates/client/previews.js';
import { client } from '../../../api/client.js';
import type { AdminMember, AdminType } from '../../../api/model.js';
import { nameOf } from '../../../api/display-names.js';
import { useSession } from '../../../session/session.js';
import { useChoices, useLabels } from '../../../form/use-related.js';
import { ActionDialog } from '../../../ui/action-dialog.js';
import { typeOfIri } from '../../../ui/record-link.js';
import { LabelledTextField } from '../../../ui/labelled-text-field.js';

const previews = previewsOf(client);

export interface PreviewFormProps {
  readonly closed: () => void;
  readonly made: (preview: MadePreview) => void;
}

/** Form of a preview link to a page, page data or a route. */
export function PreviewForm({ closed, made }: PreviewFormProps): ReactElement {
  const translate = useTranslate();
  const { model } = useSession();
  const [iri, setIri] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [end, setEnd] = useState('');
  const targets = model.types.filter((type) => memberOf(type) !== undefined).map(({ name }) => name);
  const choices = useChoices({ targets } as unknown as AdminMember, typed);
  const labels = useLabels(choices);
  const labelOf = (one: string): string =>
    `${nameOf(typeOfIri(model.types, one)?.name ?? '')}: ${labels.get(one) ?? one}`;
  const send = async (): Promise<void> => {
    const type = typeOfIri(model.types, iri ?? '');
    const member = type && memberOf(type);
    if (member === undefined) return;
    const input = {
      [member]: iri,
      ...(end === '' ? {} : { expiresAt: new Date(end) }),
    } as unknown as PreviewInput;
    made(await previews.create(input));
  };
  return (
    <ActionDialog
      title={translate('administration.previews.make')}
      action={translate('administration.previews.make')}
      isDisabled={iri === null}
      fields={['expiresAt']}
      close={closed}
      run={send}
    >
      {(wrong) => (
        <>
          <Autocomplete<string>
            value={iri}
            options={[...choices]}
            getOptionLabel={labelOf}
            getOptionKey={(one) => one}
            filterOptions={(options) => options}
            onChange={(_event, chosen) => setIri(chosen)}
            onInputChange={(_event, text, reason) => setTyped(reason === 'input' ? text : '')}
            renderInput={(input) => (
              <TextField {...input} label={translate('administration.previews.of')} required margin="dense" />
            )}
          />
          <LabelledTextField
            type="datetime-local"
            label="administration.tokens.end"
            value={end}
            change={setEnd}
            wrong={wrong['expiresAt']}
            help="administration.previews.end_help"
          />
        </>
      )}
    </ActionDialog>
  );
}

/** Returns the member of the request for a record of the type. */
function memberOf({ name, group }: AdminType): 'page' | 'pageData' | 'route' | undefined {
  if (name === 'Page') return 'page';
  if (name === 'Route') return 'route';
  return group === 'page_data' ? 'pageData' : undefined;
}
