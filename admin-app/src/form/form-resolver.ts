import { get, set, type FieldErrors, type FieldValues, type Resolver } from 'react-hook-form';
import {
  choice,
  inputSchema,
  length,
  patchSchema,
  range,
  type Place,
} from '../../../templates/client/rules.js';
import type { Issue } from '../../../templates/client/schema.js';
import { isDivided, readablePath } from '../api/errors.js';
import { requestPartsOf } from '../api/request-parts.js';
import type { AdminMember, AdminType, JsonSchema } from '../api/model.js';
import { writableMembers } from '../api/records.js';
import { validateFile, validateValue, type ValidationContext } from './constraints.js';
import { isInvalidJson } from './json-text.js';

/** Violation of a member with its message. */
export interface Finding {
  readonly member: string;
  /** Name of the input. Members of an object have inputs of their own: `place.city`. */
  readonly input: string;
  readonly message: string;
}

/**
 * Validates a form while users edit it, by the rules of the generated client and the keywords of the model. The service
 * validates again.
 * @param before previous values, empty for new records
 */
export function validate(type: AdminType, values: FieldValues, before: FieldValues): readonly Finding[] {
  const isNew = before['@id'] === undefined;
  const members = writableMembers(type, isNew);
  const { body, files } = requestPartsOf(type, values, before);
  const rules = {
    ...type.rules,
    check: (value: FieldValues, context: ValidationContext) => check(members, value, context),
  };
  const schema = isNew ? inputSchema(type.input, rules) : patchSchema(`${type.name}Patch`, type.patch, rules);
  const unparsed = Object.entries(body).filter(([, value]) => isInvalidJson(value));
  const parsed = Object.entries(body).filter(([, value]) => !isInvalidJson(value));
  const { issues = [] } = schema['~standard'].validate(Object.fromEntries(parsed));
  const refused = members.flatMap(({ name, constraints = [] }) => {
    const file = files[name];
    const message = file instanceof File ? validateFile(constraints, name, file) : undefined;
    return message === undefined ? [] : [findingOf(type, { path: [name], message })];
  });
  return [
    ...refused,
    ...unparsed.map(([member, value]) => findingOf(type, { path: [member], message: reasonOf(value) })),
    ...issues.map((issue: Issue) => findingOf(type, issue)),
  ];
}

const reasonOf = (value: unknown): string => (isInvalidJson(value) ? value.reason : '');

function findingOf(type: AdminType, { path, message }: Issue): Finding {
  const [member = '', ...rest] = path.map(String);
  if (isDivided(type, member)) return { member, input: [member, ...rest].join('.'), message };
  const place = readablePath(
    path
      .slice(1)
      .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
      .join(''),
  );
  return { member, input: member, message: place === '' ? message : `${place}: ${message}` };
}

/** Checks the constraints of schema files, and JSON Schema keywords where no constraint covers them. */
function check(members: readonly AdminMember[], value: FieldValues, context: ValidationContext): void {
  for (const { name, schema, constraints = [] } of members) {
    if (!(name in value)) continue;
    const place: Place = { violations: context.violations, path: name, value: value[name] };
    validateValue(constraints, place, context);
    validateKeywords(schema, place);
  }
}

function validateKeywords(schema: JsonSchema, place: Place): void {
  const { value, path, violations } = place;
  const { minLength, maxLength, minimum, maximum, properties = {}, items } = schema;
  if (value === null || value === undefined) return;
  if (typeof value === 'string') length(place, limits(minLength, maxLength));
  if (typeof value === 'number') range(place, limits(minimum, maximum));
  if (schema.enum !== undefined) choice(place, { choices: schema.enum });
  if (Array.isArray(value))
    value.forEach(
      (entry, index) =>
        items && validateKeywords(items, { violations, path: `${path}[${index}]`, value: entry as unknown }),
    );
  else if (typeof value === 'object')
    for (const [name, inner] of Object.entries(properties))
      validateKeywords(inner, { violations, path: `${path}.${name}`, value: (value as FieldValues)[name] });
}

const limits = (min: number | undefined, max: number | undefined): { min?: number; max?: number } => ({
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});

/** Creates the resolver of a form. Violations without a field are left to the service, which reports them as a notification. */
export function resolverOf(type: AdminType, before: FieldValues, shown: ReadonlySet<string>): Resolver {
  return (values) => {
    const errors: FieldErrors = {};
    for (const { member, input, message } of validate(type, values, before))
      if (shown.has(member) && get(errors, input) === undefined)
        set(errors, input, { type: 'rules', message });
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}
