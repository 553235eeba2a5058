import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useNotify, useTranslate } from 'ra-core';
import type { ReactElement } from 'react';

export interface SecretDialogProps {
  /** Message key. */
  readonly title: string;
  /** Undefined while the dialog is closed. */
  readonly secret: string | undefined;
  readonly closed: () => void;
}

/**
 * Shows a secret that the service returns only once. The secret exists only in the state of the screen until the dialog
 * closes.
 */
export function SecretDialog({ title, secret, closed }: SecretDialogProps): ReactElement {
  const translate = useTranslate();
  const notify = useNotify();
  const copy = (): void => {
    navigator.clipboard.writeText(secret ?? '').then(
      () => notify('administration.copied', { type: 'success' }),
      () => notify('administration.not_copied', { type: 'warning' }),
    );
  };
  return (
    <Dialog open={secret !== undefined} fullWidth maxWidth="sm" aria-labelledby="secret-title">
      <DialogTitle id="secret-title">{translate(title)}</DialogTitle>
      <DialogContent>
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate('administration.shown_once')}
        </Alert>
        <TextField
          label={translate(title)}
          value={secret ?? ''}
          multiline
          fullWidth
          margin="dense"
          slotProps={{ htmlInput: { readOnly: true, spellCheck: false, style: { fontFamily: 'monospace' } } }}
          onFocus={(event) => event.target.select()}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={copy}>{translate('administration.copy')}</Button>
        <Button variant="contained" onClick={closed}>
          {translate('administration.secret_stored')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
