import {
  BooleanInput,
  DateInput,
  DateTimeInput,
  NullableBooleanInput,
  NumberInput,
  SelectInput,
  TextInput,
  TimeInput,
} from 'ra-ui-materialui';
import { createElement, type ComponentType, type ReactElement } from 'react';
import type { AdminMember, MemberKind } from '../api/model.js';
import { nameOf } from '../app/names.js';
import { FileInput } from './file-input.js';
import type { MemberInputProps } from './input-props.js';
import { JsonInput } from './json-input.js';
import { RelationInput } from './relation-input.js';

/** What inputs of react-admin are given. */
interface InputProps {
  readonly source: string;
  readonly label: string;
  readonly isRequired: boolean;
  readonly readOnly: boolean;
  readonly helperText: string | false;
  readonly fullWidth: true;
}

type Render = (member: AdminMember, input: InputProps) => ReactElement;

/** A password is never shown, whatever its kind. */
const typeOf = ({ name }: AdminMember): string => (/password/i.test(name) ? 'password' : 'text');

const multiline: Render = (_member, input) => <TextInput {...input} multiline minRows={3} maxRows={24} />;
const text: Render = (member, input) => (
  <TextInput
    {...input}
    type={typeOf(member)}
    autoComplete={typeOf(member) === 'password' ? 'new-password' : 'off'}
  />
);

const RENDERED: Readonly<Partial<Record<MemberKind, Render>>> = {
  string: text,
  decimal: text,
  text: multiline,
  html: multiline,
  integer: (_member, input) => <NumberInput {...input} step={1} />,
  number: (_member, input) => <NumberInput {...input} step="any" />,
  boolean: ({ nullable }, input) =>
    nullable ? (
      <NullableBooleanInput {...input} trueLabel="admin.yes" falseLabel="admin.no" />
    ) : (
      <BooleanInput {...input} />
    ),
  date: (_member, input) => <DateInput {...input} />,
  datetime: (_member, input) => <DateTimeInput {...input} parse={momentOf} />,
  time: (_member, input) => (
    <TimeInput {...input} parse={(value: string) => (value === '' ? null : value)} format={timeOf} />
  ),
  enum: ({ schema, nullable }, input) => (
    <SelectInput {...input} choices={choicesOf(schema.enum)} translateChoice={false} resettable={nullable} />
  ),
};

const OWN: Readonly<Partial<Record<MemberKind, ComponentType<MemberInputProps>>>> = {
  iri: RelationInput,
  iris: RelationInput,
  file: FileInput,
};

/** The input for what a member holds; JSON where nothing more is known of it. */
export function MemberInput({ member, isLocked }: MemberInputProps): ReactElement {
  const { name, kind, schema, required } = member;
  const render = RENDERED[kind];
  if (render === undefined) return createElement(OWN[kind] ?? JsonInput, { member, isLocked });
  return render(member, {
    source: name,
    label: nameOf(name),
    isRequired: required,
    readOnly: isLocked,
    helperText: schema.description ?? false,
    fullWidth: true,
  });
}

const choicesOf = (values: readonly unknown[] = []): { id: unknown; name: string }[] =>
  values.filter((value) => value !== null).map((value) => ({ id: value, name: String(value) }));

const momentOf = (value: string): string | null => {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};

/** Hours and minutes, of a time or of a moment. */
const timeOf = (value: string | null): string => /(\d\d:\d\d)(?::\d\d)?/.exec(value ?? '')?.[0] ?? '';
