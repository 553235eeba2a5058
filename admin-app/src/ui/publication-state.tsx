import Chip from '@mui/material/Chip';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import type { ApiDocument } from '../api/client.js';
import type { AdminType } from '../api/model.js';
import { publicationOf, stateOf } from '../api/publication.js';
import { momentOf } from './format-value.js';

const COLOURS = { draft: 'default', published: 'success', changed: 'info', scheduled: 'warning' } as const;

export interface PublicationStateProps {
  readonly type: AdminType;
  readonly record: ApiDocument;
}

/** Chip with the publication state of a record. */
export function PublicationState({ type, record }: PublicationStateProps): ReactElement {
  const translate = useTranslate();
  const state = stateOf(type, record, new Date());
  const date = momentOf(publicationOf(type, record).date ?? '');
  return (
    <Chip
      size="small"
      variant="outlined"
      color={COLOURS[state]}
      label={translate(`admin.state.${state}`, { date })}
    />
  );
}
