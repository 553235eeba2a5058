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
import { useErrorMessage, fieldErrorsOf } from './use-error-message.js';

/** What is wrong, by the names of members. */
export type FieldErrors = Readonly<Record<string, string>>;

export interface ActionDialogProps {
  /** In words, as is what the button says that does it. */
  readonly title: string;
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  /** What is asked for; given what the service found wrong with members that have a field. */
  readonly children: ReactNode | ((wrong: FieldErrors) => ReactNode);
  /** Members with a field of their own, at which their messages stand. */
  readonly fields?: readonly string[];
  /** Does it; what it throws is shown, and the dialog stays. */
  readonly run: () => Promise<unknown>;
  /** It goes on to say something else when that is done. */
  readonly staysOpen?: boolean;
  readonly close: () => void;
}

/** A form in a dialog, which closes when the service has done what it asks for. */
export function ActionDialog(props: ActionDialogProps): ReactElement {
  const { title, action, isDangerous, isDisabled, children, fields = [], run, staysOpen, close } = props;
  const translate = useTranslate();
  const reasonOf = useErrorMessage();
  const id = useId();
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState<string>();
  const refused = (error: unknown): void => {
    const found = fieldErrorsOf(error);
    setWrong(found);
    if (!fields.some((name) => name in found)) setRefusal(reasonOf(error));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Dialogs are parts of the screen below them, also where that has a form.
    event.stopPropagation();
    setBusy(true);
    setRefusal(undefined);
    setWrong({});
    run()
      .then(staysOpen ? undefined : close, refused)
      .finally(() => setBusy(false));
  };
  return (
    <Dialog open onClose={close} fullWidth fullScreen={isPhone} aria-labelledby={id}>
      <form onSubmit={submit} noValidate style={{ display: 'contents' }}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
          {refusal !== undefined && (
            <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
              {refusal}
            </Alert>
          )}
          {typeof children === 'function' ? children(wrong) : children}
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
