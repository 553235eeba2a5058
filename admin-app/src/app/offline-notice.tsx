import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { useSyncExternalStore, type ReactElement } from 'react';

/** States that the browser has no connection, for as long as that is true. */
export function OfflineNotice(): ReactElement | null {
  const translate = useTranslate();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <Alert severity="warning" role="status" sx={{ mb: 1 }}>
      {translate('admin.offline')}
    </Alert>
  );
}

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}
