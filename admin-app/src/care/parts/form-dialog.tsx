import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'ra-core';
import { useState, type FormEvent, type ReactElement, type ReactNode } from 'react';
import { errorOf } from '../../api/errors.js';
import { messageOf } from './message-of.js';

/** What is wrong, by the names of members. */
export type Wrong = Readonly<Record<string, string>>;

export interface FormDialogProps {
  /** Keys of the words. */
  readonly title: string;
  readonly submit: string;
  /** Whether there is something to send. */
  readonly isReady?: boolean;
  readonly send: () => Promise<unknown>;
  readonly closed: () => void;
  /** Given what the service found wrong with members that have a field. */
  readonly children: (wrong: Wrong) => ReactNode;
  /** Members with a field of their own, at which their messages stand. */
  readonly fields: readonly string[];
}

/** A form in a dialog. What is wrong stands at its field, or above all of them. */
export function FormDialog(props: FormDialogProps): ReactElement {
  const { title, submit, isReady = true, send, closed, children, fields } = props;
  const translate = useTranslate();
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Wrong>({});
  const [message, setMessage] = useState<string>();

  const sent = (event: FormEvent): void => {
    event.preventDefault();
    setBusy(true);
    setMessage(undefined);
    setWrong({});
    send()
      .catch((error: unknown) => {
        const { body } = errorOf(error) as { body?: { errors?: Wrong } };
        const errors = body?.errors ?? {};
        setWrong(errors);
        const isAtFields = Object.keys(errors).some((name) => fields.includes(name));
        if (!isAtFields) setMessage(messageOf(error, translate));
      })
      .finally(() => setBusy(false));
  };

  return (
    <Dialog open onClose={closed} fullWidth maxWidth="sm" aria-labelledby="form-title">
      <form onSubmit={sent} noValidate>
        <DialogTitle id="form-title">{translate(title)}</DialogTitle>
        <DialogContent>
          {message !== undefined && (
            <Alert severity="error" sx={{ mb: 1, whiteSpace: 'pre-line' }}>
              {message}
            </Alert>
          )}
          {children(wrong)}
        </DialogContent>
        <DialogActions>
          <Button onClick={closed}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" loading={isBusy} disabled={!isReady}>
            {translate(submit)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
