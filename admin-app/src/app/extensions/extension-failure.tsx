import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { loadedExtensions } from '../../session/loaded-extensions.js';

/** Reports that the extensions of the project could not be loaded. */
export function ExtensionFailure(): ReactElement | null {
  const translate = useTranslate();
  const { failure } = loadedExtensions();
  if (failure === undefined) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {translate('admin.extension.failed', { reason: failure })}
    </Alert>
  );
}
