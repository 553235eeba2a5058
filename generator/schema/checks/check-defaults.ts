import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { TIME_OF_DAY } from '../../../runtime/kernel/contract/time-of-day.js';
import { constraintRules } from '../../../runtime/openapi/constraint-rules.js';
import { buildConstraints } from '../../model/build-constraints.js';
import { fieldType } from '../../model/field-types.js';
import { publishedPattern } from '../../model/published-pattern.js';
import { constraintEntry, type FieldDefinition, type JsonSchemaNode } from '../definition.js';
import { type CheckContext, fieldKind } from '../schema-set.js';
import { type FieldOwner, fieldOwners, fieldsOf, typesOf } from './owners.js';

interface Fault {
  readonly message: string;
  readonly hint: string;
}

/** Defaults fit the field they are written in. */
export function checkDefaults(context: CheckContext): void {
  const findFault = createFaultFinder(context);
  for (const owner of fieldOwners(context)) {
    for (const { name, field, place } of fieldsOf(owner)) {
      if (field.default === undefined) continue;
      const isRequired = owner.definition.required?.includes(name) === true;
      const fault =
        fieldKind(field) === 'scalar'
          ? (faultOfNull(field, isRequired) ?? findFault(field, owner) ?? faultOfRules(field))
          : { message: 'a relation, upload or computed field has no default', hint: 'Remove "default".' };
      if (fault === undefined) continue;
      place
        .below('default')
        .report(`The default ${JSON.stringify(field.default)} does not fit: ${fault.message}.`, fault.hint);
    }
  }
}

/** Nobody may leave out a required member, and null says that it is left out. */
function faultOfNull(field: FieldDefinition, isRequired: boolean): Fault | undefined {
  if (field.default !== null || !isRequired) return undefined;
  return { message: 'the member is required', hint: 'Remove "default", or the name from "required".' };
}

/** Compiling a schema costs a hundred times what checking one value does, so plain fields do without. */
function createFaultFinder(
  context: CheckContext,
): (field: JsonSchemaNode, owner: FieldOwner) => Fault | undefined {
  let ajv: Ajv2020 | undefined;
  return (field, owner) => {
    if (fitsPlainly(field)) return undefined;
    ajv ??= createAjv(context);
    return faultOf(field, owner, ajv);
  };
}

function createAjv({ resources }: CheckContext): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: false, strict: false, code: { regExp: readPattern } });
  formats.default(ajv);
  // A time of day has no offset here.
  ajv.addFormat('time', TIME_OF_DAY);
  for (const { definition } of resources) {
    if (definition['x-resource'] !== 'embedded') continue;
    const schema: Record<string, unknown> = { ...definition, $id: `${definition.title}.json` };
    delete schema['$schema'];
    ajv.addSchema(schema);
  }
  return ajv;
}

/** Patterns of schema files may have flags; those that nothing else says are left to the rules of the field. */
const readPattern = Object.assign(
  (pattern: string): RegExp => new RegExp(publishedPattern(pattern) ?? '', 'u'),
  { code: 'readPattern' },
);

/** Keywords that ask nothing of a value, or that `fitsPlainly` looks at. */
const PLAIN_KEYWORDS: ReadonlySet<string> = new Set(
  (
    'type title description $comment examples deprecated readOnly writeOnly default tsType enum minLength maxLength ' +
    'minimum maximum items properties additionalProperties'
  ).split(' '),
);

/** True for a default that certainly fits; false when it takes a closer look. */
function fitsPlainly(field: JsonSchemaNode): boolean {
  const isPlain = Object.keys(field).every((key) => PLAIN_KEYWORDS.has(key) || key.startsWith('x-'));
  const { default: value, enum: values } = field;
  if (!isPlain || (values !== undefined && !values.some((known) => known === value))) return false;
  const types = typesOf(field);
  if (typeof value === 'boolean') return types.includes('boolean');
  if (typeof value === 'string') {
    const { minLength = 0, maxLength = Infinity } = field;
    return types.includes('string') && value.length >= minLength * 2 && value.length <= maxLength;
  }
  if (typeof value === 'number') {
    const { minimum = -Infinity, maximum = Infinity } = field;
    const isTyped = types.includes('number') || (types.includes('integer') && Number.isInteger(value));
    return isTyped && value >= minimum && value <= maximum;
  }
  return Array.isArray(value) && value.length === 0 && types.includes('array');
}

function faultOf(field: JsonSchemaNode, owner: FieldOwner, ajv: Ajv2020): Fault | undefined {
  const { default: value, ...shape } = field;
  try {
    const check = ajv.compile({ ...shape, $defs: owner.definition.$defs ?? {} });
    if (check(value)) return undefined;
    const [error] = check.errors ?? [];
    const place = error?.instancePath === '' ? 'it' : `its ${error?.instancePath.slice(1)}`;
    const allowed: unknown = error?.params['allowedValues'];
    return {
      message: `${place} ${error?.message ?? 'is refused'}`,
      hint: Array.isArray(allowed)
        ? `Use one of: ${allowed.map((entry) => JSON.stringify(entry)).join(', ')}.`
        : 'Change the default, or the rule that refuses it.',
    };
  } catch {
    // A reference that leads nowhere or a pattern that is no expression: reported by their own checks.
    return undefined;
  }
}

/** Rules that look at other members, or at code that only a running service has. */
const OF_RECORDS: ReadonlySet<string> = new Set(['Callback', 'Expression', 'UniqueEntity']);

/** The rules of the field, as the API judges a value that is sent. */
function faultOfRules(field: FieldDefinition): Fault | undefined {
  const { default: value } = field;
  if (value === undefined || value === null) return undefined;
  const authored = field['x-constraints'] ?? [];
  const switches = authored.filter((rule) => constraintEntry(rule)[0].startsWith('-'));
  const own = authored
    .filter((rule) => !switches.includes(rule))
    .map((rule) => constraintEntry(rule))
    .filter(([name]) => !OF_RECORDS.has(name));
  const type = fieldType(field);
  const implied = buildConstraints({ ...field, 'x-constraints': switches }, { path: '', type });
  const rules = [
    ...implied.map(({ constraint, options }) => ({ [constraint]: options })),
    ...own.map(([name, options]) => ({ [name]: options })),
  ];
  const schema = { properties: { value: { format: type.column === 'datetime' ? 'date-time' : '' } } };
  const { accepts } = constraintRules({ members: { value: rules }, record: [], groups: ['Default'], schema });
  try {
    if (accepts('value', value) !== false) return undefined;
  } catch {
    // A rule that is none: reported by its own check.
    return undefined;
  }
  return {
    message: 'a rule of the field refuses it',
    hint: 'Change the default, or the rule that refuses it.',
  };
}
