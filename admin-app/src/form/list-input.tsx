import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useInput, useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import type { AdminMember } from '../api/model.js';
import { titleOf } from '../api/display-names.js';
import { insertAt, OrderButtons } from './order-buttons.js';
import { AS_IS, type MemberInputProps } from './member-input-props.js';

type Entry = string | number;

/** Input for an ordered list of texts or numbers, one in each line. Enter adds a line. */
export function ListInput({ member, label = titleOf(member) }: MemberInputProps): ReactElement {
  const { name, schema } = member;
  const translate = useTranslate();
  const { id, field, fieldState } = useInput({ source: name, ...AS_IS });
  const entries = entriesOf(field.value);
  const [added, setAdded] = useState(-1);
  const change = (next: readonly Entry[]): void =>
    field.onChange(next.length === 0 && member.nullable ? null : next);
  const without = (index: number): Entry[] => entries.filter((_, other) => other !== index);
  const add = (at: number): void => {
    setAdded(at);
    change(insertAt(entries, at, ''));
  };
  const message = fieldState.error?.message ?? schema.description;
  return (
    <Stack role="group" aria-labelledby={`${id}-label`} sx={{ gap: 1 }}>
      <Typography id={`${id}-label`} variant="body2" color="text.secondary">
        {label}
      </Typography>
      {entries.map((entry, index) => (
        <Stack direction="row" key={`${index} of ${entries.length}`} sx={{ gap: 0.5, alignItems: 'center' }}>
          <TextField
            fullWidth
            autoFocus={index === added}
            type={typeof schemaOf(member).type === 'string' && isNumeric(member) ? 'number' : 'text'}
            value={entry}
            onChange={({ target }) => change(entries.with(index, parse(member, target.value)))}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add(index + 1);
            }}
            onBlur={field.onBlur}
            slotProps={{ htmlInput: { 'aria-label': `${label} ${index + 1}` } }}
          />
          <OrderButtons
            name={String(entry) || `${index + 1}`}
            {...{ index, count: entries.length }}
            move={(to) => change(insertAt(without(index), to, entry))}
            remove={() => change(without(index))}
          />
        </Stack>
      ))}
      <Button
        size="small"
        startIcon={<AddIcon />}
        aria-label={`${label}: ${translate('admin.add')}`}
        onClick={() => add(entries.length)}
        sx={{ alignSelf: 'flex-start' }}
      >
        {translate('admin.add')}
      </Button>
      {message !== undefined && <FormHelperText error={fieldState.invalid}>{message}</FormHelperText>}
    </Stack>
  );
}

/** A single value counts as a list with one entry. */
const entriesOf = (value: unknown): readonly Entry[] =>
  [value ?? []].flat().map((one: unknown) => (typeof one === 'number' ? one : String(one)));

const schemaOf = ({ schema }: AdminMember) => schema.items ?? {};

const isNumeric = (member: AdminMember): boolean =>
  [schemaOf(member).type ?? []].flat().some((type) => type === 'integer' || type === 'number');

const parse = (member: AdminMember, text: string): Entry =>
  isNumeric(member) && text !== '' ? Number(text) : text;
