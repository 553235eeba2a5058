import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { isInvalidJson, parseJson } from '../../../form/json-text.js';
import { isWritten, KINDS, type Typed } from './typed-value.js';

export interface ValueFieldsProps {
  /** The key: several settings have fields of the same names. */
  readonly of: string;
  readonly typed: Typed;
  readonly change: (typed: Typed) => void;
  /** What the service found wrong with it. */
  readonly wrong?: string | undefined;
}

/** What is typed for another kind before anything else is. */
const EMPTY = { text: '', list: '[]', object: '{}' } as const;

/** The kind of a value, and the value. */
export function ValueFields({ of, typed, change, wrong }: ValueFieldsProps): ReactElement {
  const translate = useTranslate();
  const { kind, text } = typed;
  const isJson = kind !== 'text';
  const parsed = isJson ? parseJson(text, (reason) => translate('admin.no_json', { reason })) : text;
  const unparsed = isInvalidJson(parsed) ? parsed.reason : undefined;
  const otherKind = isWritten(typed) ? undefined : translate('people.parameters.other_kind');
  const message = wrong ?? unparsed ?? otherKind;
  const choose = (next: Typed['kind']): void => {
    const isNothing = text.trim() === '' || text === EMPTY[kind];
    change({ kind: next, text: isNothing ? EMPTY[next] : text });
  };
  return (
    <Stack role="group" aria-label={of} direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5 }}>
      <TextField
        select
        label={translate('people.parameters.kind')}
        value={kind}
        onChange={({ target }) => choose(target.value as Typed['kind'])}
        sx={{ minWidth: 120 }}
      >
        {KINDS.map((one) => (
          <MenuItem key={one} value={one}>
            {translate(`people.parameters.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label={translate('people.parameters.value')}
        value={text}
        onChange={({ target }) => change({ kind, text: target.value })}
        error={message !== undefined}
        helperText={message}
        multiline
        maxRows={16}
        fullWidth
        slotProps={{
          input: isJson ? { sx: { fontFamily: 'monospace' } } : {},
        }}
      />
    </Stack>
  );
}
