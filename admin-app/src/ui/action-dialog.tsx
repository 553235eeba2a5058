import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { useId, useRef, useState, type FormEvent, type ReactElement, type ReactNode } from 'react';
import { useErrorMessage, fieldErrorsOf } from './use-error-message.js';

/** Error messages by member. */
export type FieldErrors = Readonly<Record<string, string>>;

export interface ActionDialogProps {
  /** Translated, as is the label of the submit button. */
  readonly title: string;
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  /** Fields of the dialog, or a function that receives the errors of fields. */
  readonly children: ReactNode | ((wrong: FieldErrors) => ReactNode);
  /** Members that have a field, which shows their errors. */
  readonly fields?: readonly string[];
  /** Performs the action. Errors are shown, and the dialog stays open. */
  readonly run: () => Promise<unknown>;
  /** Keeps the dialog open after success, to show a result. */
  readonly staysOpen?: boolean;
  readonly close: () => void;
}

/** Dialog with a form that closes after the action succeeds. */
export function ActionDialog(props: ActionDialogProps): ReactElement {
  const { title, action, isDangerous, isDisabled, children, fields = [], run, staysOpen, close } = props;
  const translate = useTranslate();
  const reasonOf = useErrorMessage();
  const id = useId();
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const [isBusy, setBusy] = useState(false);
  // A second click may come before the button is rendered as disabled.
  const isRunning = useRef(false);
  const [wrong, setWrong] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState<string>();
  const refused = (error: unknown): void => {
    const found = fieldErrorsOf(error);
    setWrong(found);
    if (!fields.some((name) => name in found)) setRefusal(reasonOf(error));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // React events bubble from dialogs to the form of the screen below.
    event.stopPropagation();
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setRefusal(undefined);
    setWrong({});
    run()
      .then(staysOpen ? undefined : close, refused)
      .finally(() => {
        isRunning.current = false;
        setBusy(false);
      });
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
