import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { historyOf, type RecordRevision } from '../../../../../templates/client/history.js';
import { client } from '../../../api/client.js';
import { momentOf } from '../../../ui/format-value.js';
import { QueryResult } from '../../../ui/query-result.js';
import { Differences } from './differences.js';

const history = historyOf(client);

export interface CompareDialogProps {
  readonly iri: string;
  /** Revisions, the newest first. */
  readonly revisions: readonly RecordRevision[];
  /** Number of the initial revision. It is compared with the previous one. */
  readonly number: number;
  readonly closed: () => void;
}

/** Dialog that compares two revisions of a record. The newest one is its current state. */
export function CompareDialog({ iri, revisions, number, closed }: CompareDialogProps): ReactElement {
  const translate = useTranslate();
  const at = revisions.findIndex((one) => one.number === number);
  const [to, setTo] = useState(number);
  const [from, setFrom] = useState(revisions[at + 1]?.number ?? number);
  const comparison = useQuery({
    queryKey: ['comparison', iri, from, to],
    queryFn: () => history.compare(iri, { from, to }),
    gcTime: 0,
  });
  const labelOf = (one: RecordRevision): string =>
    one.number === revisions[0]?.number
      ? translate('administration.history.now', { number: one.number })
      : `${translate('administration.history.revision', { number: one.number })} · ${momentOf(one.madeAt)}`;
  const choose = (label: string, value: number, change: (chosen: number) => void): ReactElement => (
    <TextField
      select
      fullWidth
      label={translate(label)}
      value={value}
      onChange={(event) => change(Number(event.target.value))}
    >
      {revisions.map((one) => (
        <MenuItem key={one.number} value={one.number}>
          {labelOf(one)}
        </MenuItem>
      ))}
    </TextField>
  );
  return (
    <Dialog open onClose={closed} fullWidth maxWidth="md" aria-labelledby="compare-title">
      <DialogTitle id="compare-title">{translate('administration.history.what_changed')}</DialogTitle>
      <DialogContent>
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, my: 1 }}>
          {choose('administration.history.before', from, setFrom)}
          {choose('administration.history.after', to, setTo)}
        </Stack>
        <QueryResult query={comparison}>
          {({ members }) =>
            members.length === 0 ? (
              <Typography sx={{ color: 'text.secondary', py: 2 }}>
                {translate('administration.history.same')}
              </Typography>
            ) : (
              <Differences members={members} />
            )
          }
        </QueryResult>
      </DialogContent>
      <DialogActions>
        <Button onClick={closed}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
