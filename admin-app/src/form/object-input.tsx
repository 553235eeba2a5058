import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ComponentType, ReactElement } from 'react';
import type { AdminMember, JsonSchema, MemberKind } from '../api/model.js';
import { nameOf, titleOf } from '../api/display-names.js';
import type { MemberInputProps } from './member-input-props.js';

export interface ObjectInputProps extends MemberInputProps {
  /** Input for a property of the object. */
  readonly Inner: ComponentType<MemberInputProps>;
}

/** Input for an object with known properties: one input for each property. */
export function ObjectInput({ member, label = titleOf(member), Inner }: ObjectInputProps): ReactElement {
  const { name, schema } = member;
  const labelId = `${name}-label`;
  return (
    <Paper
      role="group"
      variant="outlined"
      aria-labelledby={labelId}
      sx={{ display: 'flex', flexDirection: 'column', gap: 2, p: 2 }}
    >
      <Typography id={labelId} variant="body2" color="text.secondary">
        {schema.description === undefined ? label : `${label}: ${schema.description}`}
      </Typography>
      {Object.entries(schema.properties ?? {}).map(([key, inner]) => (
        <Inner key={key} member={innerMember(`${name}.${key}`, inner)} label={nameOf(key)} />
      ))}
    </Paper>
  );
}

/** Describes a property as a member. It is optional, unless the service reports otherwise. */
const innerMember = (name: string, schema: JsonSchema): AdminMember => ({
  name,
  schema,
  kind: kindOf(schema),
  ...{ required: false, nullable: true, readOnly: false, writeOnly: false, createOnly: false, targets: [] },
});

const SCALAR: Readonly<Record<string, MemberKind>> = {
  string: 'string',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
};

const typesOf = ({ type }: JsonSchema): readonly string[] =>
  [type ?? []].flat().filter((one) => one !== 'null');

function kindOf(schema: JsonSchema): MemberKind {
  if (schema.enum !== undefined) return 'enum';
  const [type = '', ...others] = typesOf(schema);
  if (others.length > 0) return 'json';
  if (type === 'object') return schema.properties === undefined ? 'json' : 'object';
  if (type === 'array') return isScalar(schema.items) ? 'list' : 'json';
  return SCALAR[type] ?? 'json';
}

const isScalar = (items: JsonSchema = {}): boolean => {
  const [type = '', ...others] = typesOf(items);
  return others.length === 0 && type in SCALAR && type !== 'boolean';
};
