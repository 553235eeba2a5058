import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  historyOf,
  type RevisionFilter,
  type RevisionList,
  type SiteRevision,
} from '../../../../../templates/client/history.js';
import { client } from '../../../api/client.js';
import { nameOf } from '../../../api/display-names.js';
import { useSession } from '../../../session/session.js';
import { momentOf } from '../../../ui/format-value.js';
import { ConfirmButton } from '../../../ui/confirm-button.js';
import { EntryList, type Entry } from '../../../ui/entry-list.js';
import { QueryResult } from '../../../ui/query-result.js';
import { RecordLink } from '../../../ui/record-link.js';
import { ScreenLayout, Section } from '../../../ui/screen-layout.js';
import { AuthorInput } from './author-input.js';
import { RecordsDialog } from './records-dialog.js';
import { authorOf } from './revision-labels.js';
import { useUndo } from './use-undo.js';

const history = historyOf(client);

const KINDS: readonly SiteRevision['kind'][] = [
  'change',
  'sign-in',
  'failed-sign-in',
  'sign-out',
  'refusal',
  'export',
  'account',
  'access-token',
  'webhook',
];

/** Activity log of the site. It can undo changes, including deletions. The address contains the filters. */
export default function ActivityLog(): ReactElement {
  const translate = useTranslate();
  const [params] = useSearchParams();
  const filter = filterOf(params);
  const pages = useInfiniteQuery({
    queryKey: ['site-history', String(params)],
    initialPageParam: undefined as RevisionList<SiteRevision> | undefined,
    queryFn: async ({ pageParam }) =>
      (pageParam === undefined ? await history.site(filter) : await history.next(pageParam)) ?? {
        revisions: [],
      },
    getNextPageParam: (last) => (last.next === undefined ? undefined : last),
    gcTime: 0,
  });
  const [opened, setOpened] = useState<number>();
  const undo = useUndo(() => void pages.refetch());

  const entryOf = (revision: SiteRevision): Entry => {
    const { number, kind, madeAt, reason, useCase, changes, account, details } = revision;
    const done =
      kind === 'change'
        ? translate('administration.history.changes', { smart_count: changes ?? 0 })
        : translate(`administration.history.kind.${kind}`);
    return {
      key: String(number),
      title: `${done} · ${momentOf(madeAt)}`,
      lines: [
        [
          translate('administration.history.revision', { number }),
          authorOf(revision, translate),
          useCase ?? [],
        ]
          .flat()
          .join(' · '),
        reason,
        details,
        account === undefined ? null : (
          <RecordLink iri={account} label={translate('administration.history.account')} />
        ),
      ],
      actions: kind === 'change' && (
        <>
          <Button
            size="small"
            aria-label={`${translate('people.history.show')}: ${translate('administration.history.revision', { number })}`}
            onClick={() => setOpened(number)}
          >
            {translate('people.history.show')}
          </Button>
          <ConfirmButton
            label={translate('administration.history.undo')}
            of={translate('administration.history.revision', { number })}
            question={translate('administration.history.undo_question', { number })}
            disabled={undo.isBusy}
            confirmed={() => undo.ask(number)}
          />
        </>
      ),
    };
  };

  return (
    <ScreenLayout title="administration.history.site_title" about="administration.history.about">
      <Section>
        <Filters />
        <QueryResult query={pages}>
          {(data) => (
            <EntryList
              label={translate('administration.history.site_title')}
              empty="administration.history.empty"
              entries={data.pages.flatMap((page) => page.revisions).map(entryOf)}
            />
          )}
        </QueryResult>
        {pages.hasNextPage && (
          <Button disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {translate('administration.more')}
          </Button>
        )}
      </Section>
      {opened !== undefined && <RecordsDialog number={opened} closed={() => setOpened(undefined)} />}
      {undo.outcome}
    </ScreenLayout>
  );
}

function filterOf(params: URLSearchParams): RevisionFilter {
  const { kind, type, author, from, until } = Object.fromEntries(params);
  const moment = (text: string | undefined): Date | undefined => {
    const date = new Date(text ?? '');
    return Number.isNaN(date.getTime()) ? undefined : date;
  };
  const [begin, end] = [moment(from), moment(until)];
  return {
    ...(kind === undefined ? {} : { kind: kind as SiteRevision['kind'] }),
    ...(type === undefined ? {} : { type }),
    ...(author === undefined ? {} : { author }),
    ...(begin === undefined ? {} : { from: begin }),
    ...(end === undefined ? {} : { until: end }),
  };
}

function Filters(): ReactElement {
  const translate = useTranslate();
  const { model } = useSession();
  const [params, setParams] = useSearchParams();
  const change = (name: string, value: string): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const valueOf = (name: string): string => params.get(name) ?? '';
  const select = (name: string, choices: readonly { id: string; label: string }[]): ReactElement => (
    <TextField
      select
      label={translate(`administration.history.by_${name}`)}
      value={valueOf(name)}
      onChange={(event) => change(name, event.target.value)}
      sx={FIELD}
    >
      <MenuItem value="">{translate('admin.all')}</MenuItem>
      {choices.map(({ id, label }) => (
        <MenuItem key={id} value={id}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
  const moment = (name: string): ReactElement => (
    <TextField
      type="datetime-local"
      label={translate(`administration.history.by_${name}`)}
      value={valueOf(name)}
      onChange={(event) => change(name, event.target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={FIELD}
    />
  );
  const users = model.types.find(({ name, may }) => name === 'User' && may.list);
  return (
    <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap', mb: 2 }}>
      {select(
        'kind',
        KINDS.map((kind) => ({ id: kind, label: translate(`administration.history.kind.${kind}`) })),
      )}
      {select(
        'type',
        model.types.map(({ name }) => ({ id: name, label: nameOf(name) })),
      )}
      {users && (
        <AuthorInput
          users={users}
          chosen={valueOf('author')}
          change={(id) => change('author', id)}
          sx={FIELD}
        />
      )}
      {moment('from')}
      {moment('until')}
    </Stack>
  );
}

const FIELD = { minWidth: 180, flex: '1 1 180px' };
