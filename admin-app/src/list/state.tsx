import Chip from '@mui/material/Chip';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import type { ApiDocument } from '../api/client.js';
import { momentOf } from './values.js';

/** Where a record stands between a draft and what visitors see. */
export type State = 'draft' | 'published' | 'changed' | 'scheduled';

/** @param now for records that are published at a moment to come */
export function stateOf(record: ApiDocument, now: Date): State {
  const { publishedAt, publishedResource, draftResource } = record as Publishable;
  if (isText(publishedAt) && new Date(publishedAt) > now) return 'scheduled';
  if (isText(publishedResource) || isText(draftResource)) return 'changed';
  return isText(publishedAt) ? 'published' : 'draft';
}

interface Publishable extends ApiDocument {
  readonly publishedAt?: unknown;
  readonly publishedResource?: unknown;
  readonly draftResource?: unknown;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const COLOURS = { draft: 'default', published: 'success', changed: 'info', scheduled: 'warning' } as const;

/** The state of a record in a word. */
export function StateOf({ record }: { readonly record: ApiDocument }): ReactElement {
  const translate = useTranslate();
  const state = stateOf(record, new Date());
  const date = momentOf(String(record['publishedAt'] ?? ''));
  return (
    <Chip
      size="small"
      variant="outlined"
      color={COLOURS[state]}
      label={translate(`admin.state.${state}`, { date })}
    />
  );
}
