import Skeleton from '@mui/material/Skeleton';
import { useResourceContext } from 'ra-core';
import { BooleanInput, NullableBooleanInput, NumberInput, SelectInput, TextInput } from 'ra-ui-materialui';
import { createElement, lazy, Suspense, type ComponentType, type ReactElement } from 'react';
import type { AdminMember, MemberKind } from '../api/model.js';
import { titleOf, displayValueOf } from '../api/display-names.js';
import { FileInput } from './file-input.js';
import { JsonInput } from './json-input.js';
import { ListInput } from './list-input.js';
import { MomentInput } from './moment-input.js';
import { ObjectInput } from './object-input.js';
import { RelationInput } from './relation-input.js';
import type { MemberInputProps } from './member-input-props.js';
import { registeredInput } from './registered-inputs.js';

/** Props of the inputs of react-admin. */
interface InputProps {
  readonly source: string;
  readonly label: string;
  readonly isRequired: boolean;
  readonly helperText: string | false;
  readonly fullWidth: true;
  readonly margin: 'none';
  readonly defaultValue?: unknown;
}

type Render = (member: AdminMember, input: InputProps) => ReactElement;

/** Members that cannot be null store an empty text instead. */
const parseText = ({ nullable }: AdminMember) =>
  nullable ? {} : { parse: (value: string | null) => value ?? '' };

const BY_FORMAT: Readonly<Record<string, string>> = { email: 'email', uri: 'url', 'uri-reference': 'text' };

/** Hides passwords, whatever the kind of the member. */
const typeOf = ({ name, schema }: AdminMember): string =>
  /password/i.test(name) ? 'password' : (BY_FORMAT[schema.format ?? ''] ?? 'text');

/** Members that begin as a single line and grow with their text. */
const SHORT = /^(title|name|label|heading|reference|path|key|rawPath)$/;

const multiline: Render = (member, input) =>
  typeOf(member) === 'text' ? (
    <TextInput
      {...input}
      {...parseText(member)}
      multiline
      minRows={SHORT.test(member.name) ? 1 : 3}
      maxRows={24}
    />
  ) : (
    text(member, input)
  );

const text: Render = (member, input) => (
  <TextInput
    {...input}
    {...parseText(member)}
    type={typeOf(member)}
    autoComplete={typeOf(member) === 'password' ? 'new-password' : 'off'}
    inputMode={member.kind === 'decimal' ? 'decimal' : undefined}
  />
);

const RENDERED: Readonly<Partial<Record<MemberKind, Render>>> = {
  string: text,
  decimal: text,
  text: multiline,
  integer: (_member, input) => <NumberInput {...input} step={1} />,
  number: (_member, input) => <NumberInput {...input} step="any" />,
  boolean: ({ nullable }, { defaultValue = false, ...input }) =>
    nullable ? (
      <NullableBooleanInput {...input} nullLabel="admin.unsaid" trueLabel="admin.yes" falseLabel="admin.no" />
    ) : (
      <BooleanInput {...input} defaultValue={defaultValue === true} />
    ),
  enum: ({ schema }, input) => (
    <SelectInput
      {...input}
      choices={choicesOf(schema.enum)}
      translateChoice={false}
      emptyText="admin.unsaid"
    />
  ),
};

/** Loaded on demand, because the rich text editor is large. */
const HtmlInput = lazy(() => import('./rich-text/html-input.js'));

const OTHER: Readonly<Partial<Record<MemberKind, ComponentType<MemberInputProps>>>> = {
  html: HtmlInput,
  iri: RelationInput,
  iris: RelationInput,
  file: FileInput,
  list: ListInput,
  date: MomentInput,
  datetime: MomentInput,
  time: MomentInput,
};

/** Input for the kind of a member. Unknown kinds are edited as JSON. */
export function MemberInput({ member, label = titleOf(member) }: MemberInputProps): ReactElement {
  const { name, kind, schema, required } = member;
  const Registered = registeredInput(`${useResourceContext()}.${name}`);
  const render = Registered === undefined ? RENDERED[kind] : undefined;
  if (kind === 'object') return <ObjectInput {...{ member, label }} Inner={MemberInput} />;
  if (render === undefined)
    return (
      <Suspense fallback={<Skeleton height={160} />}>
        {createElement(Registered ?? OTHER[kind] ?? JsonInput, { member, label })}
      </Suspense>
    );
  return render(member, {
    source: name,
    label,
    isRequired: required,
    helperText: schema.description ?? false,
    fullWidth: true,
    margin: 'none',
    ...(schema.default === undefined ? {} : { defaultValue: schema.default }),
  });
}

const choicesOf = (values: readonly unknown[] = []): { id: unknown; name: string }[] =>
  values
    .filter((value) => value !== null)
    .map((value) => ({ id: value, name: displayValueOf(String(value)) }));
