import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { Title } from 'ra-ui-materialui';
import type { ReactElement, ReactNode } from 'react';

export interface ScreenLayoutProps {
  /** Message key. */
  readonly title: string;
  /** Message key of the description. */
  readonly about?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Layout of a screen: title in the app bar, description and actions at the top. */
export function ScreenLayout({ title, about, actions, children }: ScreenLayoutProps): ReactElement {
  const translate = useTranslate();
  return (
    <Box sx={{ maxWidth: 1000 }}>
      <Title title={title} preferenceKey={false} />
      <Stack
        direction={{ xs: 'column', sm: 'row' }}
        sx={{ gap: 1, mb: 2, alignItems: { xs: 'stretch', sm: 'center' } }}
      >
        <Typography sx={{ color: 'text.secondary', flexGrow: 1 }}>
          {about === undefined ? null : translate(about)}
        </Typography>
        {actions}
      </Stack>
      {children}
    </Box>
  );
}

export interface SectionProps {
  /** Message key. */
  readonly title?: string;
  /** Untranslated heading that replaces the title. */
  readonly heading?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Section with a heading. */
export function Section({ title, heading, actions, children }: SectionProps): ReactElement {
  const translate = useTranslate();
  const head = heading ?? (title === undefined ? undefined : translate(title));
  const hasHead = head !== undefined || actions !== undefined;
  return (
    <Paper variant="outlined" sx={{ p: { xs: 1.5, sm: 2 }, mb: 2 }}>
      {hasHead && (
        <Stack direction="row" sx={{ gap: 1, mb: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography component="h2" variant="h6" sx={{ flexGrow: 1 }}>
            {head}
          </Typography>
          {actions}
        </Stack>
      )}
      {children}
    </Paper>
  );
}
