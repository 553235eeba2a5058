import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { diffWordsWithSpace } from 'diff';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import type { ApiDocument } from '../../api/client.js';
import type { AdminMember, AdminType } from '../../api/model.js';
import { publicationOf } from '../../api/publication.js';
import { plain, readingOf, type AdminRecord } from '../../api/records.js';
import { titleOf } from '../../api/display-names.js';
import { shownMembers } from '../members.js';
import { irisOf } from '../relation-input.js';
import { useLabels } from '../use-related.js';
import { filesOf } from '../../ui/file-preview.js';
import { Loading } from '../../ui/loading.js';
import { momentOf } from '../../ui/format-value.js';
import { readPublished } from './publishing-steps.js';

export interface ComparisonProps {
  readonly type: AdminType;
  readonly record: AdminRecord;
}

/** Differences between a draft and its published version. */
export default function ComparisonPanel({ type, record }: ComparisonProps): ReactElement {
  const translate = useTranslate();
  const hasPublished = publicationOf(type, record).published !== undefined;
  const { data: published, error } = useQuery({
    queryKey: ['published', record['@id'], readingOf(record)],
    queryFn: () => readPublished(type, record),
    enabled: hasPublished,
  });
  if (!hasPublished) return <Typography>{translate('content.publishing.no_draft')}</Typography>;
  if (error !== null) return <Typography color="error">{error.message}</Typography>;
  if (published === undefined) return <Loading />;
  return <Differences {...{ published, record, members: shownMembers(type) }} />;
}

export interface DifferencesProps {
  readonly published: ApiDocument;
  readonly record: ApiDocument;
  readonly members: readonly AdminMember[];
}

/** Members of two documents that differ. */
export function Differences({ published, record, members }: DifferencesProps): ReactElement {
  const translate = useTranslate();
  const compared = members.filter(({ writeOnly, readOnly }) => !writeOnly && !readOnly);
  const labels = useLabels(
    compared.flatMap(({ name, kind }) =>
      kind === 'iri' || kind === 'iris' ? [...irisOf(published[name]), ...irisOf(record[name])] : [],
    ),
  );
  const differing = compared
    .map((member) => ({
      member,
      before: printed(member, published, labels),
      after: printed(member, record, labels),
    }))
    .filter(({ before, after }) => before !== after);
  if (differing.length === 0) return <Typography>{translate('content.publishing.same')}</Typography>;
  return (
    <>
      {differing.map(({ member, before, after }) => (
        <Box key={member.name} component="section" sx={{ mb: 2 }}>
          <Typography component="h3" variant="subtitle2">
            {titleOf(member)}
          </Typography>
          <Marked before={before} after={after} />
        </Box>
      ))}
    </>
  );
}

/**
 * Marks differences in one text: removed parts are struck through, added parts are underlined. Color is not the only
 * difference.
 */
function Marked({ before, after }: { readonly before: string; readonly after: string }): ReactElement {
  return (
    <Typography sx={{ whiteSpace: 'pre-wrap' }}>
      {diffWordsWithSpace(before, after).map(({ value, added, removed }, index) => (
        <Box
          key={index}
          component={added ? 'ins' : removed ? 'del' : 'span'}
          sx={
            added
              ? { bgcolor: 'success.main', color: 'success.contrastText' }
              : removed
                ? { opacity: 0.75 }
                : {}
          }
        >
          {value}
        </Box>
      ))}
    </Typography>
  );
}

function printed(
  { name, kind }: AdminMember,
  document: ApiDocument,
  labels: ReadonlyMap<string, string>,
): string {
  const value = document[name];
  if (kind === 'file') return filesOf(document, name)[0]?.contentUrl ?? '';
  if (kind === 'iri' || kind === 'iris')
    return irisOf(value)
      .map((iri) => labels.get(iri) ?? iri)
      .join('\n');
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value, undefined, 2);
  if (kind === 'datetime') return momentOf(value);
  return kind === 'html' ? `${plain(value)}\n${value}` : value;
}
