import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { client, type ApiDocument } from '../../../api/client.js';
import type { AdminType } from '../../../api/model.js';
import { iriOf, labelOf } from '../../../api/records.js';
import { momentOf } from '../../../ui/format-value.js';
import { Deleted } from '../orphans/orphan-report.js';
import { useOrphanReport } from '../orphans/use-orphan-report.js';
import { ConfirmButton } from '../../../ui/confirm-button.js';
import { QueryResult } from '../../../ui/query-result.js';
import { FileGrid, PER_PAGE } from './file-grid.js';

const REPORT = '/_/orphaned_resources';

/** Orphaned records of a type. The service checks again before it deletes them. */
export function UnusedFiles({ type }: { readonly type: AdminType }): ReactElement {
  const translate = useTranslate();
  const { report, isBusy, chosen, toggle, deletion, scan, remove } = useOrphanReport(REPORT, 'iris');
  const [page, setPage] = useState(1);
  const unused = ((report.data?.['components'] ?? []) as readonly string[]).filter((iri) =>
    iri.startsWith(iriOf(type, '')),
  );
  const shown = unused.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const records = useQuery({
    queryKey: ['unused-files', ...shown],
    queryFn: () => readAll(shown),
    placeholderData: keepPreviousData,
    enabled: report.data !== undefined,
    gcTime: 0,
  });
  return (
    <QueryResult query={report}>
      {(found) => (
        <>
          <Stack direction="row" sx={{ gap: 1, mb: 2, alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography variant="body2" sx={{ flexGrow: 1, color: 'text.secondary' }}>
              {found === null
                ? translate('administration.orphans.never')
                : translate('administration.orphans.as_of', { date: momentOf(found.generatedAt) })}
            </Typography>
            <Button variant="outlined" disabled={isBusy} onClick={() => void scan()}>
              {translate('administration.orphans.scan')}
            </Button>
            <ConfirmButton
              label={translate('administration.orphans.delete', { smart_count: chosen.size })}
              question={translate('people.files.question')}
              color="error"
              variant="contained"
              disabled={chosen.size === 0 || isBusy}
              confirmed={() => void remove().then((isDone) => isDone && setPage(1))}
            />
          </Stack>
          {deletion && <Deleted {...deletion} />}
          {found !== null && (
            <QueryResult query={records}>
              {(documents) => (
                <FileGrid
                  {...{ type, page }}
                  records={documents}
                  total={unused.length}
                  turn={setPage}
                  empty="administration.orphans.none"
                  below={(record) => (
                    <FormControlLabel
                      label={translate('people.files.choose')}
                      control={
                        <Checkbox
                          size="small"
                          checked={chosen.has(record['@id'])}
                          onChange={() => toggle(record['@id'])}
                          slotProps={{
                            input: {
                              'aria-label': `${translate('people.files.choose')}: ${labelOf(type, record)}`,
                            },
                          }}
                        />
                      }
                    />
                  )}
                />
              )}
            </QueryResult>
          )}
        </>
      )}
    </QueryResult>
  );
}

/** Reads records and omits those that were deleted. */
async function readAll(iris: readonly string[]): Promise<readonly ApiDocument[]> {
  const read = await Promise.all(
    iris.map((iri) => client.request<ApiDocument>('GET', iri).catch(() => undefined)),
  );
  return read.filter((document) => document !== undefined);
}
