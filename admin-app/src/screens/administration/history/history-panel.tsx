import Button from '@mui/material/Button';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRefresh, useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import {
  historyOf,
  type RecordRevision,
  type RevisionList,
} from '../../../../../templates/client/history.js';
import { client, resourceOf } from '../../../api/client.js';
import type { PanelProps } from '../../../form/panel.js';
import { iriOf, readingOf, targetOf } from '../../../api/records.js';
import { useSession } from '../../../session/session.js';
import { momentOf } from '../../../ui/format-value.js';
import { ConfirmButton } from '../../../ui/confirm-button.js';
import { EntryList, type Entry } from '../../../ui/entry-list.js';
import { QueryResult } from '../../../ui/query-result.js';
import { useAction } from '../../../ui/use-action.js';
import { isAdministrator } from '../../../session/rights.js';
import { CompareDialog } from './compare-dialog.js';
import { RestorePage, isPageType } from './restore-page.js';
import { authorOf, changedOf } from './revision-labels.js';
import { useUndo } from './use-undo.js';

const history = historyOf(client);

/** Version history of a record, with actions to compare, restore and undo. */
export default function HistoryPanel({ type, record }: PanelProps): ReactElement {
  const translate = useTranslate();
  const { model } = useSession();
  const refresh = useRefresh();
  const iri = iriOf(type, record.id);
  const [compared, setCompared] = useState<number>();
  const { run, isBusy } = useAction();
  const pages = useInfiniteQuery({
    // Loads again after each reading of the record. The previous data stays visible until then.
    queryKey: ['history', iri, readingOf(record)],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as RevisionList<RecordRevision> | undefined,
    queryFn: async ({ pageParam }) =>
      (pageParam === undefined ? await history.list(iri) : await history.next(pageParam)) ?? {
        revisions: [],
      },
    getNextPageParam: (last) => (last.next === undefined ? undefined : last),
    gcTime: 0,
  });
  const undo = useUndo(refresh);

  const restore = async (number: number): Promise<void> => {
    const done = await run(
      () => history.restore(resourceOf(type), targetOf(type, record), number),
      'administration.history.restored',
    );
    if (done !== undefined) refresh();
  };

  const entryOf = (revision: RecordRevision, index: number): Entry => {
    const { number, madeAt, kind, members, isDraft, reason } = revision;
    const of = translate('administration.history.revision', { number });
    return {
      key: String(number),
      title: `${translate(`administration.history.${kind}`)} · ${momentOf(madeAt)}`,
      lines: [
        [of, authorOf(revision, translate), ...(isDraft ? [translate('admin.state.draft')] : [])].join(' · '),
        changedOf(members, translate),
        reason,
      ],
      actions: (
        <>
          <Button
            size="small"
            aria-label={`${translate('administration.history.compare')}: ${of}`}
            onClick={() => setCompared(number)}
          >
            {translate('administration.history.compare')}
          </Button>
          {type.may.update && index > 0 && (
            <ConfirmButton
              label={translate('administration.history.restore')}
              question={translate('administration.history.restore_question', { date: momentOf(madeAt) })}
              disabled={isBusy}
              of={of}
              confirmed={() => void restore(number)}
            />
          )}
          {isAdministrator(model) && (
            <ConfirmButton
              label={translate('administration.history.undo')}
              question={translate('administration.history.undo_question', { number })}
              disabled={undo.isBusy}
              of={of}
              confirmed={() => undo.ask(number)}
            />
          )}
        </>
      ),
    };
  };

  return (
    <QueryResult query={pages}>
      {(data) => {
        const revisions = data.pages.flatMap((page) => page.revisions);
        return (
          <>
            {isPageType(type) && isAdministrator(model) && <RestorePage iri={iri} restored={refresh} />}
            <EntryList
              label={translate('administration.history.title')}
              empty="administration.history.empty"
              entries={revisions.map(entryOf)}
            />
            {pages.hasNextPage && (
              <Button disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                {translate('administration.more')}
              </Button>
            )}
            {compared !== undefined && (
              <CompareDialog
                {...{ iri, revisions, number: compared }}
                closed={() => setCompared(undefined)}
              />
            )}
            {undo.outcome}
          </>
        );
      }}
    </QueryResult>
  );
}
