import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { isInvalidJson, parseJson } from '../../../form/json-text.js';
import { isValidValue, KINDS, type EditedValue } from './edited-value.js';

export interface ValueFieldsProps {
  /** Key of the setting, because several settings have fields with the same labels. */
  readonly of: string;
  readonly edited: EditedValue;
  readonly change: (edited: EditedValue) => void;
  /** Error message of the service. */
  readonly wrong?: string | undefined;
}

/** Initial text of each type. */
const EMPTY = { text: '', list: '[]', object: '{}' } as const;

/** Inputs for the type and the value of a setting. */
export function ValueFields({ of, edited, change, wrong }: ValueFieldsProps): ReactElement {
  const translate = useTranslate();
  const { kind, text } = edited;
  const isJson = kind !== 'text';
  const parsed = isJson ? parseJson(text, (reason) => translate('admin.no_json', { reason })) : text;
  const unparsed = isInvalidJson(parsed) ? parsed.reason : undefined;
  const otherKind = isValidValue(edited) ? undefined : translate('people.parameters.other_kind');
  const message = wrong ?? unparsed ?? otherKind;
  const choose = (next: EditedValue['kind']): void => {
    const isNothing = text.trim() === '' || text === EMPTY[kind];
    change({ kind: next, text: isNothing ? EMPTY[next] : text });
  };
  return (
    <Stack role="group" aria-label={of} direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5 }}>
      <TextField
        select
        label={translate('people.parameters.kind')}
        value={kind}
        onChange={({ target }) => choose(target.value as EditedValue['kind'])}
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
