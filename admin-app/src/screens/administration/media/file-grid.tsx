import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import InsertDriveFile from '@mui/icons-material/InsertDriveFile';
import Pagination from '@mui/material/Pagination';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactElement, ReactNode } from 'react';
import type { ApiDocument } from '../../../api/client.js';
import type { AdminType } from '../../../api/model.js';
import { labelOf } from '../../../api/records.js';
import { factsOf, filesOf, isPicture, nameIn, Picture } from '../../../ui/file-preview.js';
import { PublicationState } from '../../../ui/publication-state.js';
import { RecordLink } from '../../../ui/record-link.js';

/** Number of records on a page. */
export const PER_PAGE = 24;

export interface FileGridProps {
  readonly type: AdminType;
  readonly records: readonly ApiDocument[];
  readonly page: number;
  readonly total: number;
  readonly turn: (page: number) => void;
  /** Content below the description of a record. */
  readonly below: (record: ApiDocument) => ReactNode;
  /** Message key for an empty grid. */
  readonly empty: string;
}

/** Grid of records with their files. */
export function FileGrid({ type, records, page, total, turn, below, empty }: FileGridProps): ReactElement {
  const translate = useTranslate();
  if (total === 0)
    return (
      <Typography sx={{ color: 'text.secondary', py: 3, textAlign: 'center' }}>{translate(empty)}</Typography>
    );
  const pages = Math.ceil(total / PER_PAGE);
  return (
    <>
      <Box component="ul" sx={GRID} aria-label={translate('people.files.title')}>
        {records.map((record) => (
          <Card
            key={record['@id']}
            component="li"
            variant="outlined"
            sx={{ display: 'flex', flexDirection: 'column' }}
          >
            <Preview {...{ type, record }} />
            <Box sx={{ p: 1.5, pt: 1, minWidth: 0 }}>
              <RecordLink iri={record['@id']} label={labelOf(type, record)} />
              {type.publishable !== null && (
                <Box sx={{ mt: 0.5 }}>
                  <PublicationState type={type} record={record} />
                </Box>
              )}
              {type.files.map((member) => (
                <Facts key={member} {...{ record, member }} />
              ))}
              {below(record)}
            </Box>
          </Card>
        ))}
      </Box>
      {pages > 1 && (
        <Pagination
          count={pages}
          page={page}
          onChange={(_event, next) => turn(next)}
          sx={{ mt: 2, '& ul': { justifyContent: 'center' } }}
        />
      )}
    </>
  );
}

const GRID = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(160px, 1fr))',
  gap: 1.5,
  listStyle: 'none',
  m: 0,
  p: 0,
};

function Preview({ type, record }: { readonly type: AdminType; readonly record: ApiDocument }): ReactElement {
  const files = type.files.flatMap((member) => filesOf(record, member)).filter(isPicture);
  const small = files.find(({ imagineFilter }) => imagineFilter !== undefined) ?? files[0];
  return (
    <Box
      sx={{ height: 140, display: 'grid', placeItems: 'center', bgcolor: 'action.hover', overflow: 'hidden' }}
    >
      {small === undefined ? (
        <InsertDriveFile sx={{ fontSize: 48, color: 'text.secondary' }} />
      ) : (
        <Picture address={small.contentUrl} size={140} />
      )}
    </Box>
  );
}

function Facts({
  record,
  member,
}: {
  readonly record: ApiDocument;
  readonly member: string;
}): ReactElement | null {
  const [file] = filesOf(record, member);
  if (file === undefined) return null;
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {nameIn(file.contentUrl)}
      <br />
      {factsOf(file)}
    </Typography>
  );
}
