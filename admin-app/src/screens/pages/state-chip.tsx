import Chip from '@mui/material/Chip';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { momentOf } from '../../ui/format-value.js';
import { routeStateOf, type RouteState } from './route-state.js';
import type { PageNode } from './site.js';

const COLOURS: Readonly<Record<RouteState['kind'], 'default' | 'success' | 'warning' | 'info'>> = {
  none: 'default',
  off: 'default',
  live: 'success',
  live_until: 'success',
  held: 'warning',
  scheduled: 'info',
  held_until: 'info',
};

/** Chip with the visibility of a page. */
export function StateChip({ node }: { readonly node: PageNode }): ReactElement | null {
  const translate = useTranslate();
  if (node.isTemplate) return <Chip size="small" label={translate('pages.template')} />;
  const state = routeStateOf(node.route, new Date());
  const date = 'date' in state ? momentOf(state.date) : '';
  return (
    <Chip
      size="small"
      variant="outlined"
      color={COLOURS[state.kind]}
      label={translate(`pages.state.${state.kind}`, { date })}
    />
  );
}
