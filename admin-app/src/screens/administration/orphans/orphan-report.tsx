import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactElement, ReactNode } from 'react';
import { momentOf } from '../../../ui/format-value.js';
import { ConfirmButton } from '../../../ui/confirm-button.js';
import { QueryResult } from '../../../ui/query-result.js';
import { Section } from '../../../ui/screen-layout.js';
import { useOrphanReport, type Deletion, type DeletionMember, type OrphanList } from './use-orphan-report.js';

export interface ReportProps {
  /** Message key. */
  readonly title: string;
  readonly path: string;
  /** Member of the deletion request. */
  readonly member: DeletionMember;
  /** Lists whose items can be deleted. */
  readonly lists: readonly string[];
  /** Lists that are only shown. */
  readonly shownLists?: readonly string[];
  readonly idOf: (one: unknown) => string;
  readonly show: (one: unknown) => ReactNode;
}

/** Stored orphan report. The service checks selected items again before it deletes them, and reports which ones it kept. */
export function OrphanReport({
  title,
  path,
  member,
  lists,
  shownLists = [],
  idOf,
  show,
}: ReportProps): ReactElement {
  const translate = useTranslate();
  const { report, isBusy, chosen, setChosen, toggle, deletion, scan, remove } = useOrphanReport(path, member);

  const scanButton = (
    <Button variant="outlined" loading={isBusy} onClick={() => void scan()}>
      {translate('administration.orphans.scan')}
    </Button>
  );
  return (
    <Section title={title} actions={scanButton}>
      {deletion && <Deleted {...deletion} />}
      <QueryResult query={report}>
        {(found) => {
          if (found === null)
            return (
              <Typography sx={{ color: 'text.secondary' }}>
                {translate('administration.orphans.never')}
              </Typography>
            );
          const all = lists.flatMap((list) => listOf(found, list));
          return (
            <>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {translate('administration.orphans.as_of', { date: momentOf(found.generatedAt) })}
              </Typography>
              {all.length === 0 && (
                <Typography sx={{ py: 2 }}>{translate('administration.orphans.none')}</Typography>
              )}
              {all.length > 0 && (
                <Choice
                  {...{ ids: all.map(idOf), chosen, setChosen, isBusy }}
                  confirmed={() => void remove()}
                />
              )}
              {lists.map((list) => (
                <Group
                  key={list}
                  title={`administration.orphans.${list}`}
                  found={listOf(found, list)}
                  {...{ idOf, show, chosen, toggle }}
                />
              ))}
              {shownLists.map((list) => (
                <Group
                  key={list}
                  title={`administration.orphans.${list}`}
                  found={listOf(found, list)}
                  {...{ idOf, show }}
                />
              ))}
            </>
          );
        }}
      </QueryResult>
    </Section>
  );
}

const listOf = (found: OrphanList, list: string): readonly unknown[] =>
  (found[list] ?? []) as readonly unknown[];

interface ChoiceProps {
  readonly ids: readonly string[];
  readonly chosen: ReadonlySet<string>;
  readonly setChosen: (ids: ReadonlySet<string>) => void;
  readonly isBusy: boolean;
  readonly confirmed: () => void;
}

function Choice({ ids, chosen, setChosen, isBusy, confirmed }: ChoiceProps): ReactElement {
  const translate = useTranslate();
  const isAll = ids.every((id) => chosen.has(id));
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <FormControlLabel
        sx={{ flexGrow: 1 }}
        label={translate('ra.action.select_all')}
        control={<Checkbox checked={isAll} onChange={() => setChosen(new Set(isAll ? [] : ids))} />}
      />
      <ConfirmButton
        label={translate('administration.orphans.delete', { smart_count: chosen.size })}
        question={translate('administration.orphans.question')}
        color="error"
        variant="contained"
        disabled={chosen.size === 0 || isBusy}
        confirmed={confirmed}
      />
    </Stack>
  );
}

interface GroupProps extends Pick<ReportProps, 'idOf' | 'show'> {
  readonly title: string;
  readonly found: readonly unknown[];
  /** Undefined if the items cannot be selected. */
  readonly chosen?: ReadonlySet<string>;
  readonly toggle?: (id: string) => void;
}

/** Maximum number of items that are shown. "Select all" includes the others. */
const MOST = 500;

function Group({ title, found, idOf, show, chosen, toggle }: GroupProps): ReactElement | null {
  const translate = useTranslate();
  if (found.length === 0) return null;
  const name = translate(title);
  return (
    <>
      <Typography component="h3" variant="subtitle1" sx={{ mt: 2 }}>
        {name} ({found.length})
      </Typography>
      <List dense disablePadding aria-label={name}>
        {found.slice(0, MOST).map((one, index) => {
          const id = idOf(one);
          return (
            <ListItem key={`${index} ${id}`} disableGutters disablePadding>
              {toggle && (
                <Checkbox
                  size="small"
                  checked={chosen?.has(id) === true}
                  onChange={() => toggle(id)}
                  slotProps={{ input: { 'aria-label': id } }}
                />
              )}
              <span>{show(one)}</span>
            </ListItem>
          );
        })}
      </List>
      {found.length > MOST && (
        <Typography variant="body2">
          {translate('administration.orphans.and_more', { count: found.length - MOST })}
        </Typography>
      )}
    </>
  );
}

export function Deleted({ deleted, rejected }: Deletion): ReactElement {
  const translate = useTranslate();
  const count = Array.isArray(deleted) ? deleted.length : Object.values(deleted).flat().length;
  return (
    <Alert severity={rejected.length > 0 ? 'warning' : 'success'} sx={{ my: 1 }}>
      {translate('administration.orphans.deleted', { smart_count: count })}
      {rejected.map(({ iri, path, reason }) => (
        <div key={iri ?? path}>
          {iri ?? path}: {translate(`administration.orphans.reason.${reason}`, { _: reason })}
        </div>
      ))}
    </Alert>
  );
}
