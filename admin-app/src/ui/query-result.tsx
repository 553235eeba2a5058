import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { useTranslate } from 'ra-core';
import type { ReactElement, ReactNode } from 'react';
import { useErrorMessage } from './use-error-message.js';

interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  refetch(): unknown;
}

export interface QueryResultProps<Data> {
  readonly query: Query<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** Renders the data of a query, a loading indicator or the error. */
export function QueryResult<Data>({ query, children }: QueryResultProps<Data>): ReactElement {
  const translate = useTranslate();
  const reasonOf = useErrorMessage();
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
