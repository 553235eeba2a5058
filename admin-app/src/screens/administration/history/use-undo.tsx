import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Typography from '@mui/material/Typography';
import { useNotify, useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { ApiError } from '../../../../../templates/client/errors.js';
import { historyOf } from '../../../../../templates/client/history.js';
import { client } from '../../../api/client.js';
import { useErrorMessage } from '../../../ui/use-error-message.js';
import { RecordLink } from '../../../ui/record-link.js';

const history = historyOf(client);

/** Result of an undo, or the conflicts that prevented it. */
export interface Outcome {
  /** Message key. */
  readonly title: string;
  readonly severity: 'success' | 'warning';
  readonly records: readonly string[];
  readonly shared?: readonly string[];
  readonly leftOut: readonly string[];
}

interface Conflict {
  readonly iri: string;
}

export interface Undo {
  readonly isBusy: boolean;
  ask(number: number): void;
  /** Runs another action with the same result and errors. */
  take(work: () => Promise<Outcome>): void;
  readonly outcome: ReactElement | null;
}

/** Undoes revisions, and shows the result or the conflicts. */
export function useUndo(changed: () => void): Undo {
  const notify = useNotify();
  const reasonOf = useErrorMessage();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  const take = (work: () => Promise<Outcome>): void => {
    setBusy(true);
    work()
      .then((done) => {
        setOutcome(done);
        changed();
      })
      .catch((error: unknown) => {
        const conflicts = conflictsOf(error);
        if (conflicts === undefined) notify(reasonOf(error), { type: 'error', multiLine: true });
        else
          setOutcome({
            title: 'administration.history.conflicts',
            severity: 'warning',
            records: conflicts,
            leftOut: [],
          });
      })
      .finally(() => setBusy(false));
  };

  const ask = (number: number): void =>
    take(async () => {
      const { records, leftOut } = await history.undo(number);
      return { title: 'administration.history.undone', severity: 'success', records, leftOut };
    });

  return {
    isBusy,
    ask,
    take,
    outcome:
      outcome === undefined ? null : <OutcomeDialog {...outcome} closed={() => setOutcome(undefined)} />,
  };
}

function conflictsOf(error: unknown): readonly string[] | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const conflicts = error.body['conflicts'] as readonly Conflict[] | undefined;
  return conflicts?.map(({ iri }) => iri);
}

function OutcomeDialog({
  title,
  severity,
  records,
  shared = [],
  leftOut,
  closed,
}: Outcome & { readonly closed: () => void }): ReactElement {
  const translate = useTranslate();
  return (
    <Dialog open onClose={closed} fullWidth maxWidth="sm" aria-labelledby="outcome-title">
      <DialogTitle id="outcome-title">{translate('administration.history.undo')}</DialogTitle>
      <DialogContent>
        <Alert severity={severity}>{translate(title)}</Alert>
        <Records iris={records} />
        {shared.length > 0 && (
          <>
            <Typography sx={{ mt: 2 }}>{translate('administration.history.shared')}</Typography>
            <Records iris={shared} />
          </>
        )}
        {leftOut.length > 0 && (
          <Typography sx={{ mt: 2 }}>
            {translate('administration.history.left_out', { members: leftOut.join(', ') })}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={closed}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

const Records = ({ iris }: { readonly iris: readonly string[] }): ReactElement => (
  <List dense>
    {iris.map((iri) => (
      <ListItem key={iri}>
        <RecordLink iri={iri} />
      </ListItem>
    ))}
  </List>
);
