import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { Fragment, type ReactElement, type ReactNode } from 'react';

export interface Entry {
  readonly key: string;
  readonly title: ReactNode;
  /** Lines below the title. */
  readonly lines?: readonly ReactNode[];
  readonly actions?: ReactNode;
}

export interface EntryListProps {
  readonly label: string;
  readonly entries: readonly Entry[];
  /** Message key for an empty list. */
  readonly empty: string;
}

/** List with actions beside each entry, or below it on phones. */
export function EntryList({ label, entries, empty }: EntryListProps): ReactElement {
  const translate = useTranslate();
  if (entries.length === 0)
    return (
      <Typography sx={{ color: 'text.secondary', py: 3, textAlign: 'center' }}>{translate(empty)}</Typography>
    );
  return (
    <List disablePadding aria-label={label}>
      {entries.map(({ key, title, lines = [], actions }, index) => (
        <Fragment key={key}>
          {index > 0 && <Divider component="li" aria-hidden="true" />}
          <ListItem
            disableGutters
            sx={{
              gap: 1,
              flexDirection: { xs: 'column', sm: 'row' },
              alignItems: { xs: 'stretch', sm: 'center' },
            }}
          >
            <Box sx={{ flexGrow: 1, minWidth: 0 }}>
              <Typography component="div" sx={{ fontWeight: 500 }}>
                {title}
              </Typography>
              {lines.filter(isShown).map((line, at) => (
                <Typography key={at} component="div" variant="body2" sx={{ color: 'text.secondary' }}>
                  {line}
                </Typography>
              ))}
            </Box>
            <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap', justifyContent: 'flex-end' }}>
              {actions}
            </Stack>
          </ListItem>
        </Fragment>
      ))}
    </List>
  );
}

const isShown = (line: ReactNode): boolean =>
  line !== null && line !== undefined && line !== false && line !== '';
