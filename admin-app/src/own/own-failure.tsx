import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { own } from './own.js';

/** Says that the parts of the project are missing, and why. */
export function OwnFailure(): ReactElement | null {
  const translate = useTranslate();
  const { failure } = own();
  if (failure === undefined) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {translate('admin.extension.failed', { reason: failure })}
    </Alert>
  );
}
