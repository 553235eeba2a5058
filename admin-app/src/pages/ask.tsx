import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { useId, useState, type FormEvent, type ReactElement, type ReactNode } from 'react';
import { reasonOf } from './operations.js';

export interface AskProps {
  readonly title: string;
  /** What the button says that does it. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
  /** Does it; what it throws is shown, and the dialog stays. */
  readonly run: () => Promise<unknown>;
  readonly close: () => void;
}

/** A form in a dialog, which closes when the service has done what it asks for. */
export function Ask(props: AskProps): ReactElement {
  const { title, action, isDangerous, isDisabled, children, run, close } = props;
  const translate = useTranslate();
  const id = useId();
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Dialogs are parts of the screen below them, also where that has a form.
    event.stopPropagation();
    setBusy(true);
    setRefusal(undefined);
    run()
      .then(close, (error: unknown) => setRefusal(reasonOf(error)))
      .finally(() => setBusy(false));
  };
  return (
    <Dialog open onClose={close} fullWidth fullScreen={isPhone} aria-labelledby={id}>
      <form onSubmit={submit} noValidate style={{ display: 'contents' }}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
          {refusal !== undefined && <Alert severity="error">{refusal}</Alert>}
          {children}
        </DialogContent>
        <DialogActions>
          <Button onClick={close}>{translate('ra.action.cancel')}</Button>
          <Button
            type="submit"
            variant="contained"
            color={isDangerous ? 'error' : 'primary'}
            disabled={isDisabled}
            loading={isBusy}
          >
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
