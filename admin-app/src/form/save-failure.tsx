import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useSaveContext, useTranslate } from 'ra-core';
import { useEffect, useState, type ReactElement } from 'react';
import type { PassingFailure } from './use-save-errors.js';

export interface SaveFailureProps {
  readonly failure: PassingFailure | undefined;
}

/** Explains a save that may succeed later, and repeats it on request. The form keeps all changes. */
export function SaveFailure({ failure }: SaveFailureProps): ReactElement | null {
  const translate = useTranslate();
  const { saving = false } = useSaveContext();
  const [superseded, setSuperseded] = useState(0);
  useEffect(() => {
    if (saving) setSuperseded(failure?.number ?? 0);
  }, [saving]);
  if (failure === undefined || failure.number === superseded) return null;
  const { message } = failure;
  return (
    <Alert
      severity="error"
      action={
        <Button
          color="inherit"
          onClick={({ currentTarget }) => currentTarget.closest('form')?.requestSubmit()}
        >
          {translate('admin.retry')}
        </Button>
      }
    >
      {translate(message, { _: message })} {translate('admin.error.kept')}
    </Alert>
  );
}
