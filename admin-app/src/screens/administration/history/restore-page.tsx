import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { useState, type FormEvent, type ReactElement } from 'react';
import { historyOf } from '../../../../../templates/client/history.js';
import { client } from '../../../api/client.js';
import type { AdminType } from '../../../api/model.js';
import { useUndo } from './use-undo.js';

const history = historyOf(client);

/** Returns whether records of the type can be restored together with their content. */
export const isPageType = ({ name, group }: AdminType): boolean => name === 'Page' || group === 'page_data';

export interface RestorePageProps {
  readonly iri: string;
  readonly restored: () => void;
}

/** Form that restores a page to a date. */
export function RestorePage({ iri, restored }: RestorePageProps): ReactElement {
  const translate = useTranslate();
  const [moment, setMoment] = useState('');
  const undo = useUndo(restored);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    undo.take(async () => {
      const { records, shared, leftOut } = await history.restorePage(iri, new Date(moment));
      return { title: 'administration.history.page_restored', severity: 'success', records, shared, leftOut };
    });
  };
  return (
    <Stack component="form" onSubmit={submit} direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1, mb: 2 }}>
      <TextField
        type="datetime-local"
        required
        label={translate('administration.history.restore_date')}
        value={moment}
        onChange={(event) => setMoment(event.target.value)}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { step: 1 } }}
      />
      <Button type="submit" variant="outlined" disabled={moment === ''} loading={undo.isBusy}>
        {translate('administration.history.restore_page')}
      </Button>
      {undo.outcome}
    </Stack>
  );
}
