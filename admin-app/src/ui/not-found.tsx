import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { useSession } from '../session/session.js';

/** Shown for unknown addresses, and if the user may not see any type. */
export function NotFound(): ReactElement {
  const translate = useTranslate();
  const isEmpty = useSession().model.types.length === 0;
  return (
    <Typography component="h1" variant="h6" sx={{ p: 3 }}>
      {translate(isEmpty ? 'admin.empty' : 'ra.message.not_found')}
    </Typography>
  );
}
