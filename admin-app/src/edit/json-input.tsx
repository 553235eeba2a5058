import TextField from '@mui/material/TextField';
import { useInput, useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { nameOf } from '../app/names.js';
import { isUnparsed, parseJson, printJson } from './unparsed.js';
import type { MemberInputProps } from './input-props.js';
import { useState } from 'react';

/** Nothing is an empty text: JSON tells them apart. */
const asIs = (value: unknown): unknown => value;

/** JSON as text, which is looked through while somebody types. */
export function JsonInput({ member, isLocked }: MemberInputProps): ReactElement {
  const { name, required, schema } = member;
  const translate = useTranslate();
  const { id, field, fieldState } = useInput({ source: name, parse: asIs, format: asIs });
  const [typed, setTyped] = useState<string>();
  const value: unknown = field.value;
  // What stands in the field follows the record, except while somebody types.
  const written = isUnparsed(value) ? value['~text'] : printJson(value);
  const change = (text: string): void => {
    setTyped(text);
    field.onChange(parseJson(text, (reason) => translate('admin.no_json', { reason })));
  };
  return (
    <TextField
      id={id}
      name={name}
      label={nameOf(name)}
      required={required}
      value={typed ?? written}
      onChange={({ target }) => change(target.value)}
      onBlur={() => {
        setTyped(undefined);
        field.onBlur();
      }}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? schema.description}
      slotProps={{ input: { readOnly: isLocked, sx: { fontFamily: 'monospace' } } }}
      multiline
      minRows={2}
      maxRows={24}
      fullWidth
      margin="dense"
    />
  );
}
