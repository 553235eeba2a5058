import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement, type ReactNode } from 'react';
import { ApiError } from '../../../../templates/client/errors.js';
import { client } from '../../api/client.js';
import { momentOf } from '../../list/values.js';
import { AskFirst } from '../parts/ask-first.js';
import { Loaded } from '../parts/loaded.js';
import { Section } from '../parts/screen.js';
import { useAction } from '../parts/use-action.js';

export interface ReportProps {
  /** Key of the words. */
  readonly title: string;
  readonly path: string;
  /** What a request for deletion calls what it names. */
  readonly member: 'iris' | 'paths';
  /** What may be deleted. */
  readonly lists: readonly string[];
  /** What is only told of. */
  readonly told?: readonly string[];
  readonly idOf: (one: unknown) => string;
  readonly show: (one: unknown) => ReactNode;
}

export interface Found {
  readonly generatedAt: string;
  readonly [list: string]: unknown;
}

export interface Rejected {
  readonly iri?: string;
  readonly path?: string;
  readonly reason: string;
}

export interface Deletion {
  readonly deleted: readonly unknown[] | Readonly<Record<string, readonly unknown[]>>;
  readonly rejected: readonly Rejected[];
}

/** A stored report. What is deleted the service looks for once more, and it says what stays and why. */
export function Report({ title, path, member, lists, told = [], idOf, show }: ReportProps): ReactElement {
  const translate = useTranslate();
  const { run, isBusy } = useAction();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [deletion, setDeletion] = useState<Deletion>();
  const report = useQuery({ queryKey: ['orphans', path], queryFn: () => readReport(path), gcTime: 0 });

  const scan = async (): Promise<void> => {
    await run(() => client.request('POST', `${path}/scan`), 'care.orphans.scanned');
    setDeletion(undefined);
    await report.refetch();
  };
  const remove = async (): Promise<void> => {
    const done = await run(() =>
      client.request<Deletion>('POST', `${path}/delete`, { body: { [member]: [...chosen] } }),
    );
    if (done === undefined) return;
    setDeletion(done);
    setChosen(new Set());
    await report.refetch();
  };
  const toggle = (id: string): void =>
    setChosen((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    );

  const scanButton = (
    <Button variant="outlined" loading={isBusy} onClick={() => void scan()}>
      {translate('care.orphans.scan')}
    </Button>
  );
  return (
    <Section title={title} actions={scanButton}>
      {deletion && <Deleted {...deletion} />}
      <Loaded query={report}>
        {(found) => {
          if (found === null)
            return (
              <Typography sx={{ color: 'text.secondary' }}>{translate('care.orphans.never')}</Typography>
            );
          const all = lists.flatMap((list) => listOf(found, list));
          return (
            <>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {translate('care.orphans.as_of', { date: momentOf(found.generatedAt) })}
              </Typography>
              {all.length === 0 && <Typography sx={{ py: 2 }}>{translate('care.orphans.none')}</Typography>}
              {all.length > 0 && (
                <Choice
                  {...{ ids: all.map(idOf), chosen, setChosen, isBusy }}
                  confirmed={() => void remove()}
                />
              )}
              {lists.map((list) => (
                <Group
                  key={list}
                  title={`care.orphans.${list}`}
                  found={listOf(found, list)}
                  {...{ idOf, show, chosen, toggle }}
                />
              ))}
              {told.map((list) => (
                <Group
                  key={list}
                  title={`care.orphans.${list}`}
                  found={listOf(found, list)}
                  {...{ idOf, show }}
                />
              ))}
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

/** @returns null before the first scan */
export const readReport = (path: string): Promise<Found | null> =>
  client.request<Found>('GET', path).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });

const listOf = (found: Found, list: string): readonly unknown[] => (found[list] ?? []) as readonly unknown[];

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
      <AskFirst
        label={translate('care.orphans.delete', { smart_count: chosen.size })}
        question={translate('care.orphans.question')}
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
  /** Absent where nothing can be chosen. */
  readonly chosen?: ReadonlySet<string>;
  readonly toggle?: (id: string) => void;
}

/** More would be no help: what is chosen by "all" is more than what is seen. */
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
          {translate('care.orphans.and_more', { count: found.length - MOST })}
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
      {translate('care.orphans.deleted', { smart_count: count })}
      {rejected.map(({ iri, path, reason }) => (
        <div key={iri ?? path}>
          {iri ?? path}: {translate(`care.orphans.reason.${reason}`, { _: reason })}
        </div>
      ))}
    </Alert>
  );
}
