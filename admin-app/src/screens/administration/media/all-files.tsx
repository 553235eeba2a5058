import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { client, resourceOf, type ApiDocument } from '../../../api/client.js';
import type { AdminType } from '../../../api/model.js';
import { QueryResult } from '../../../ui/query-result.js';
import { FileGrid, PER_PAGE } from './file-grid.js';
import { usesOf, UsesDialog } from './uses-dialog.js';

/** Records of a type with files, and the number of their uses. */
export function AllFiles({ type }: { readonly type: AdminType }): ReactElement {
  const translate = useTranslate();
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<ApiDocument>();
  const found = useQuery({
    queryKey: ['files', type.name, page],
    queryFn: () => client.list(resourceOf(type), { page, perPage: PER_PAGE }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (
    <>
      <QueryResult query={found}>
        {({ member, totalItems }) => (
          <FileGrid
            {...{ type, page }}
            records={member}
            total={totalItems}
            turn={setPage}
            empty="people.files.none"
            below={(record) => {
              if (type.group !== 'component') return null;
              const count = countUses(record);
              return count === 0 ? (
                <Typography variant="body2">{translate('people.files.nowhere')}</Typography>
              ) : (
                <Button size="small" sx={{ px: 0 }} onClick={() => setOpened(record)}>
                  {translate('people.files.uses', { smart_count: count })}
                </Button>
              );
            }}
          />
        )}
      </QueryResult>
      {opened !== undefined && <UsesDialog record={opened} closed={() => setOpened(undefined)} />}
    </>
  );
}

/** Returns the number of uses that the service counts, or else of those that the document lists. */
function countUses(record: ApiDocument): number {
  const { publishable } = (record['_metadata'] ?? {}) as { publishable?: { locationCount?: number } };
  return publishable?.locationCount ?? usesOf(record).length;
}
