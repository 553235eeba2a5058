import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useDeferredValue, useState, type ReactElement, type ReactNode } from 'react';
import { client, resourceOf, type ApiDocument } from '../../api/client.js';
import type { AdminType } from '../../api/model.js';
import { labelOf } from '../../api/records.js';
import { Thumbnail } from '../../ui/file-preview.js';
import { PublicationState } from '../../ui/publication-state.js';

const SHOWN = 30;

export interface ReuseComponentProps {
  readonly type: AdminType;
  readonly chosen: (component: ApiDocument) => void;
  readonly children: ReactNode;
}

/** List of existing components to choose from. */
export function ReuseComponent({ type, chosen, children }: ReuseComponentProps): ReactElement {
  const translate = useTranslate();
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const { data } = useQuery({
    queryKey: ['page-tree-reuse', type.name, search],
    queryFn: () => client.list(resourceOf(type), { perPage: SHOWN, ...(search === '' ? {} : { search }) }),
  });
  const found = data?.member ?? [];
  return (
    <Box sx={{ pb: 2 }}>
      <Stack direction="row" sx={{ gap: 1, px: 2, pt: 2, alignItems: 'center' }}>
        {type.search && (
          <TextField
            type="search"
            autoFocus
            fullWidth
            label={translate('ra.action.search')}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        {children}
      </Stack>
      {data !== undefined && found.length === 0 && (
        <Typography sx={{ p: 3, color: 'text.secondary' }}>{translate('pages.none_found')}</Typography>
      )}
      <List>
        {found.map((component) => (
          <ListItemButton key={component['@id']} onClick={() => chosen(component)} sx={{ gap: 2 }}>
            {type.files[0] !== undefined && <Thumbnail record={component} member={type.files[0]} />}
            <ListItemText primary={labelOf(type, component)} />
            {type.publishable !== null && <PublicationState type={type} record={component} />}
          </ListItemButton>
        ))}
      </List>
      {data !== undefined && data.totalItems > found.length && (
        <Typography variant="body2" sx={{ px: 2, color: 'text.secondary' }}>
          {translate('pages.first_of', { count: found.length, total: data.totalItems })}
        </Typography>
      )}
    </Box>
  );
}
