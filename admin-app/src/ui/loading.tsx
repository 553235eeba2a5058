import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { useTranslate } from 'ra-core';
import { useEffect, useState, type ReactElement } from 'react';

/** Delay before the indicator appears. Animating it slows down the loading of the screen. */
const DELAY_MS = 500;

/** Loading indicator. */
export function Loading(): ReactElement {
  const translate = useTranslate();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', minHeight: '60vh' }}>
      {isLong && <CircularProgress aria-label={translate('ra.message.loading')} />}
    </Box>
  );
}

export interface LoadFailedProps {
  readonly error: unknown;
  readonly retry: () => void;
}

/** Error message with a button to try again. */
export function LoadFailed({ error, retry }: LoadFailedProps): ReactElement {
  const translate = useTranslate();
  const reason = error instanceof Error ? error.message : String(error);
  const again = (
    <Button color="inherit" onClick={retry}>
      {translate('admin.retry')}
    </Button>
  );
  return (
    <Box component="main" sx={{ p: 3 }}>
      <Alert severity="error" action={again}>
        {translate('admin.error.start', { reason })}
      </Alert>
    </Box>
  );
}
