import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { useTranslate } from 'ra-core';
import type { ReactElement, ReactNode } from 'react';
import { useReason } from '../../parts/use-reason.js';

interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  refetch(): unknown;
}

export interface LoadedProps<Data> {
  readonly query: Query<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** What was read, once it is there; why not, where it does not come. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>): ReactElement {
  const translate = useTranslate();
  const reasonOf = useReason();
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error === null || query.error === undefined)
    return (
      <Box sx={{ display: 'grid', placeItems: 'center', p: 4 }}>
        <CircularProgress aria-label={translate('ra.message.loading')} />
      </Box>
    );
  const again = (
    <Button color="inherit" onClick={() => query.refetch()}>
      {translate('admin.retry')}
    </Button>
  );
  return (
    <Alert severity="error" action={again}>
      {reasonOf(query.error)}
    </Alert>
  );
}
