import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import {
  choice,
  inputSchema,
  length,
  patchSchema,
  range,
  type Place,
} from '../../../templates/client/rules.js';
import type { Issue } from '../../../templates/client/schema.js';
import { partsOf } from '../api/parts.js';
import type { AdminMember, AdminType } from '../api/model.js';
import { writableMembers } from '../api/records.js';
import { isUnparsed } from './unparsed.js';

/** What is wrong with a member, in words. */
export interface Finding {
  readonly member: string;
  readonly message: string;
}

interface Context {
  readonly violations: unknown;
}

/**
 * Judges a form while somebody types: by the rules of generated clients, given the types and the keywords of the model. The service
 * has the last word, on what these cannot say too.
 * @param before what the record was; nothing for a new one
 */
export function judge(type: AdminType, values: FieldValues, before: FieldValues): readonly Finding[] {
  const isNew = before['@id'] === undefined;
  const members = writableMembers(type, isNew);
  const { body } = partsOf(type, values, before);
  const rules = {
    ...type.rules,
    check: (value: FieldValues, context: Context) => check(members, value, context),
  };
  const schema = isNew ? inputSchema(type.input, rules) : patchSchema(`${type.name}Patch`, type.patch, rules);
  const unparsed = Object.entries(body).filter(([, value]) => isUnparsed(value));
  const parsed = Object.entries(body).filter(([, value]) => !isUnparsed(value));
  const { issues = [] } = schema['~standard'].validate(Object.fromEntries(parsed));
  return [
    ...unparsed.map(([member, value]) => ({ member, message: isUnparsed(value) ? value.reason : '' })),
    ...issues.map(({ path, message }: Issue) => ({ member: String(path[0] ?? ''), message })),
  ];
}

/** The keywords of JSON Schema that say the same as a constraint of a schema file. */
function check(members: readonly AdminMember[], value: FieldValues, { violations }: Context): void {
  for (const { name, schema } of members) {
    if (!(name in value) || value[name] === null) continue;
    const place: Place = { violations, path: name, value: value[name] };
    const { minLength, maxLength, minimum, maximum } = schema;
    if (typeof place.value === 'string') length(place, limits(minLength, maxLength));
    if (typeof place.value === 'number') range(place, limits(minimum, maximum));
    if (schema.enum !== undefined) choice(place, { choices: schema.enum });
  }
}

const limits = (min: number | undefined, max: number | undefined): { min?: number; max?: number } => ({
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});

/** For forms: findings at the fields that there are; others are left to the service, whose message everybody sees. */
export function resolverOf(type: AdminType, before: FieldValues, shown: ReadonlySet<string>): Resolver {
  return (values) => {
    const errors: FieldErrors = {};
    for (const { member, message } of judge(type, values, before))
      if (shown.has(member)) errors[member] ??= { type: 'rules', message };
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}
