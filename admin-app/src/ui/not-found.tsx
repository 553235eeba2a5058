import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { useSession } from '../session/session.js';

/** Where the address names nothing, or there is nothing at all. */
export function NotFound(): ReactElement {
  const translate = useTranslate();
  const isEmpty = useSession().model.types.length === 0;
  return (
    <Typography component="h1" variant="h6" sx={{ p: 3 }}>
      {translate(isEmpty ? 'admin.empty' : 'ra.message.not_found')}
    </Typography>
  );
}
