import TextField from '@mui/material/TextField';
import { useInput } from 'ra-core';
import { useState, type ReactElement } from 'react';
import type { MemberKind } from '../api/model.js';
import { titleOf } from '../api/display-names.js';
import { zoneOf } from '../ui/format-value.js';
import { AS_IS, type MemberInputProps } from './member-input-props.js';

/** Browser input type, and the conversion of its values. */
interface Kind {
  readonly type: string;
  format(value: string): string;
  parse(text: string): string | null;
}

const same = (text: string): string | null => (text === '' ? null : text);

const KINDS: Readonly<Partial<Record<MemberKind, Kind>>> = {
  date: { type: 'date', format: (value) => value.slice(0, 10), parse: same },
  time: { type: 'time', format: (value) => /\d\d:\d\d(?::\d\d)?/.exec(value)?.[0] ?? '', parse: same },
  datetime: { type: 'datetime-local', format: localOf, parse: momentOf },
};

/** Input for a date, a time, or a date with time in the time zone of the browser. */
export function MomentInput({ member, label = titleOf(member) }: MemberInputProps): ReactElement {
  const { name, kind, required, schema } = member;
  const { type, format, parse } = KINDS[kind] ?? { type: 'text', format: String, parse: same };
  const { id, field, fieldState } = useInput({ source: name, ...AS_IS });
  // The first digits of a year are a valid year too, so the value is written back after the field loses the focus.
  const [typed, setTyped] = useState<string>();
  const value: unknown = field.value;
  const zone = kind === 'datetime' ? zoneOf(typeof value === 'string' ? value : undefined) : undefined;
  const hints = [schema.description, zone].filter((hint) => hint !== undefined);
  return (
    <TextField
      {...{ id, name, label, required, type, fullWidth: true }}
      value={typed ?? (typeof value === 'string' ? format(value) : '')}
      onChange={({ target }) => {
        setTyped(target.value);
        field.onChange(parse(target.value));
      }}
      onBlur={() => {
        setTyped(undefined);
        field.onBlur();
      }}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? hints.join(' · ')}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}

/** Converts a date and time to the format of the browser input. */
export function localOf(value: string): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return '';
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = [
    String(date.getFullYear()).padStart(4, '0'),
    two(date.getMonth() + 1),
    two(date.getDate()),
  ].join('-');
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/**
 * Parses the value of a browser input.
 * @returns null if the text is not a complete date
 */
export function momentOf(text: string): string | null {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
