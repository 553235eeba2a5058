import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import type { MemberComparison, Part } from '../../../../../templates/client/history.js';
import { nameOf } from '../../../api/display-names.js';
import { printJson } from '../../../form/json-text.js';

/** Differences between two states of a record, rendered as text, never as HTML. */
export function Differences({ members }: { readonly members: readonly MemberComparison[] }): ReactElement {
  return (
    <>
      {members.map((one) => (
        <Box key={one.member} component="section" sx={{ my: 2 }}>
          <Typography component="h3" variant="subtitle2">
            {nameOf(one.member)}
          </Typography>
          <Difference {...one} />
        </Box>
      ))}
    </>
  );
}

function Difference({ words, entries, paths, before, after }: MemberComparison): ReactElement {
  if (words !== undefined)
    return (
      <Box sx={{ whiteSpace: 'pre-wrap' }}>
        {words.map((part, index) => (
          <Marked key={index} {...part} />
        ))}
      </Box>
    );
  if (entries !== undefined) return <Lines entries={entries} />;
  if (paths !== undefined)
    return (
      <Lines
        entries={paths.flatMap(({ path, before: was, after: is }) => [
          ...(was === undefined ? [] : [{ value: `${path}: ${textOf(was)}`, removed: true as const }]),
          ...(is === undefined ? [] : [{ value: `${path}: ${textOf(is)}`, added: true as const }]),
        ])}
      />
    );
  return <Lines entries={[...lineOf(before, 'removed'), ...lineOf(after, 'added')]} />;
}

function Lines({ entries }: { readonly entries: readonly Part[] }): ReactElement {
  return (
    <>
      {entries.map((part, index) => (
        <Box key={index} sx={{ whiteSpace: 'pre-wrap' }}>
          <Marked {...part} />
        </Box>
      ))}
    </>
  );
}

const lineOf = (value: unknown, side: 'added' | 'removed'): readonly Part[] =>
  value === null || value === undefined ? [] : [{ value: textOf(value), [side]: true }];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : printJson(value));

/** Marks a difference by more than its color: underlined or struck through, and announced to screen readers. */
function Marked({ value, added, removed }: Part): ReactElement {
  const translate = useTranslate();
  if (!added && !removed) return <Fragment>{value}</Fragment>;
  const said: ReactNode = (
    <Box component="span" sx={HIDDEN}>
      {translate(added ? 'administration.history.added' : 'administration.history.removed')}{' '}
    </Box>
  );
  return (
    <Box component={added ? 'ins' : 'del'} sx={added ? ADDED : REMOVED}>
      {said}
      {value}
    </Box>
  );
}

const ADDED = {
  bgcolor: (theme: { palette: { mode: string } }) => (theme.palette.mode === 'dark' ? '#1b4d2b' : '#d7f5dd'),
};
const REMOVED = {
  bgcolor: (theme: { palette: { mode: string } }) => (theme.palette.mode === 'dark' ? '#5c2326' : '#fde0e0'),
};
const HIDDEN = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' };
