import TextField from '@mui/material/TextField';
import { useInput, useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { titleOf } from '../api/display-names.js';
import { isInvalidJson, parseJson, printJson } from './json-text.js';
import { AS_IS, type MemberInputProps } from './member-input-props.js';
import { useState } from 'react';

/** Text field for JSON that is parsed while users type. */
export function JsonInput({ member, label = titleOf(member) }: MemberInputProps): ReactElement {
  const { name, required, schema } = member;
  const translate = useTranslate();
  const { id, field, fieldState } = useInput({ source: name, ...AS_IS });
  const [typed, setTyped] = useState<string>();
  const value: unknown = field.value;
  const written = isInvalidJson(value) ? value['~text'] : printJson(value);
  // The text stays as typed until the record gets another value.
  const isTyped = typed !== undefined && written === rewritten(typed);
  const change = (text: string): void => {
    setTyped(text);
    field.onChange(parseJson(text, (reason) => translate('admin.no_json', { reason })));
  };
  return (
    <TextField
      id={id}
      name={name}
      label={label}
      required={required}
      value={isTyped ? typed : written}
      onChange={({ target }) => change(target.value)}
      onBlur={field.onBlur}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? schema.description}
      slotProps={{ input: { sx: { fontFamily: 'monospace' } } }}
      multiline
      minRows={2}
      maxRows={24}
      fullWidth
    />
  );
}

/** Formats JSON as it would be printed. Invalid JSON does not change. */
function rewritten(text: string): string {
  const parsed = parseJson(text, () => '');
  return isInvalidJson(parsed) ? text : printJson(parsed);
}
