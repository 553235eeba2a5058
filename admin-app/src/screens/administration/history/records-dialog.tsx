import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { historyOf, type RevisionRecords } from '../../../../../templates/client/history.js';
import { client } from '../../../api/client.js';
import { nameOf } from '../../../api/display-names.js';
import { EntryList, type Entry } from '../../../ui/entry-list.js';
import { QueryResult } from '../../../ui/query-result.js';
import { RecordLink } from '../../../ui/record-link.js';

const history = historyOf(client);

export interface RecordsDialogProps {
  /** Number of the revision. */
  readonly number: number;
  readonly closed: () => void;
}

/** Dialog with the records that a revision created, changed or deleted, a hundred at a time. */
export function RecordsDialog({ number, closed }: RecordsDialogProps): ReactElement {
  const translate = useTranslate();
  const pages = useInfiniteQuery({
    queryKey: ['revision-records', number],
    initialPageParam: number as number | RevisionRecords,
    queryFn: async ({ pageParam }) => (await history.records(pageParam)) ?? null,
    getNextPageParam: (last) => (last?.next === undefined ? undefined : last),
    gcTime: 0,
  });
  const entryOf = (one: RevisionRecords['records'][number], index: number): Entry => {
    const { '@id': iri, type, kind, isDraft } = one;
    return {
      key: `${index}`,
      title:
        iri === undefined || kind === 'deleted' ? (
          `${nameOf(type)} ${iri?.split('/').pop() ?? ''}`
        ) : (
          <RecordLink iri={iri} />
        ),
      lines: [
        [translate(`administration.history.${kind}`), isDraft ? translate('admin.state.draft') : []]
          .flat()
          .join(' · '),
      ],
    };
  };
  return (
    <Dialog open onClose={closed} fullWidth maxWidth="sm" aria-labelledby="records-title">
      <DialogTitle id="records-title">{translate('administration.history.revision', { number })}</DialogTitle>
      <DialogContent>
        <QueryResult query={pages}>
          {(data) => (
            <EntryList
              label={translate('people.history.records')}
              empty="people.history.pruned"
              entries={data.pages.flatMap((page) => page?.records ?? []).map(entryOf)}
            />
          )}
        </QueryResult>
        {pages.hasNextPage && (
          <Button disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {translate('administration.more')}
          </Button>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={closed}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
