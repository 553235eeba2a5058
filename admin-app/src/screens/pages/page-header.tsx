import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { Link as To } from 'react-router-dom';
import type { ApiDocument } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { AddressDialog } from './address-dialog.js';
import { formOf, PATH } from './addresses.js';
import type { PageNode } from './site.js';
import { StateChip } from './state-chip.js';
import type { Tree } from './use-page.js';

export interface PageHeaderProps {
  readonly record: ApiDocument;
  readonly tree: Tree;
  readonly title: string;
  readonly reload: () => Promise<void>;
  readonly children: ReactElement | false;
}

/** Header of a page: its path, its state and the actions. */
export function PageHeader({ record, tree, title, reload, children }: PageHeaderProps): ReactElement {
  const translate = useTranslate();
  const { model } = useSession();
  const [isAsking, setAsking] = useState(false);
  const route = tree.depths.at(-1)?.route as ApiDocument | undefined;
  const node: PageNode = {
    ...{ record, title, redirects: [], children: [] },
    isTemplate: record['isTemplate'] === true,
    isPageData: record['@type'] !== 'Page',
    ...(route === undefined ? {} : { route }),
  };
  const rights = model.types.find(({ name }) => name === 'Route')?.may;
  const mayChange = !node.isTemplate && (route === undefined ? rights?.create : rights?.update) === true;
  return (
    <Stack direction="row" sx={{ gap: 1, mb: 2, flexWrap: 'wrap', alignItems: 'center' }}>
      <Button component={To} to={`/${PATH}`} size="small" startIcon={<ArrowBack />}>
        {translate('pages.all')}
      </Button>
      {route !== undefined && <Typography variant="body2">{String(route['path'])}</Typography>}
      <StateChip node={node} />
      <Box sx={{ flexGrow: 1 }} />
      {mayChange && (
        <Button size="small" variant="outlined" onClick={() => setAsking(true)}>
          {translate('pages.menu.address')}
        </Button>
      )}
      <Button component={To} to={formOf(record)} size="small" variant="outlined">
        {translate('pages.menu.form')}
      </Button>
      {children}
      {isAsking && (
        <AddressDialog node={node} hasChildren done={() => void reload()} close={() => setAsking(false)} />
      )}
    </Stack>
  );
}
