import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { JsonValue } from 'cms-api-components/internal/kernel/contract/json.js';
import { TIME_OF_DAY } from 'cms-api-components/internal/kernel/contract/schema/time-of-day.js';
import { constraintRules } from 'cms-api-components/internal/openapi/constraint-rules.js';
import { buildConstraints } from '../model/build-constraints.js';
import { fieldType } from '../model/field-types.js';
import { publishedPattern } from '../model/published-pattern.js';
import { constraintEntry, type FieldDefinition, type JsonSchemaNode } from '../schema/definition.js';
import type { CheckContext } from '../schema/schema-set.js';
import { type FieldOwner, typesOf } from './owners.js';

/** Reason why a value is invalid, and the fix. */
export interface ValueFault {
  readonly message: string;
  readonly hint: string;
}

/** Checks a value in a schema file against the other keywords of its node. */
export type FindFault = (node: JsonSchemaNode, value: JsonValue, owner: FieldOwner) => ValueFault | undefined;

const CHANGE_EITHER = 'Change the value, or the rule that rejects it.';

/** Creates a value check. Compiling a schema costs a hundred times one check, so plain fields are checked directly. */
export function createFaultFinder(context: CheckContext): FindFault {
  let ajv: Ajv2020 | undefined;
  return (node, value, owner) => {
    if (fitsPlainly(node, value)) return undefined;
    ajv ??= createAjv(context);
    return faultOf(node, value, { owner, ajv });
  };
}

function createAjv({ resources }: CheckContext): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: false, strict: false, code: { regExp: readPattern } });
  formats.default(ajv);
  // Times of day have no offset here.
  ajv.addFormat('time', TIME_OF_DAY);
  for (const { definition } of resources) {
    if (definition['x-resource'] !== 'embedded') continue;
    const schema: Record<string, unknown> = { ...definition, $id: `${definition.title}.json` };
    delete schema['$schema'];
    ajv.addSchema(schema);
  }
  return ajv;
}

/** Patterns of schema files can have flags. Patterns without an equivalent are checked by the field rules. */
const readPattern = Object.assign(
  (pattern: string): RegExp => new RegExp(publishedPattern(pattern) ?? '', 'u'),
  { code: 'readPattern' },
);

/** Keywords that don't restrict values, or that `fitsPlainly` checks. */
const PLAIN_KEYWORDS: ReadonlySet<string> = new Set(
  (
    'type title description $comment examples deprecated readOnly writeOnly default tsType enum minLength maxLength ' +
    'minimum maximum items properties additionalProperties'
  ).split(' '),
);

/** Whether a value is certainly valid. False means that it needs a full check. */
function fitsPlainly(field: JsonSchemaNode, value: JsonValue): boolean {
  const isPlain = Object.keys(field).every((key) => PLAIN_KEYWORDS.has(key) || key.startsWith('x-'));
  const { enum: values } = field;
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

function faultOf(
  { default: _default, ...shape }: JsonSchemaNode,
  value: JsonValue,
  { owner, ajv }: { readonly owner: FieldOwner; readonly ajv: Ajv2020 },
): ValueFault | undefined {
  try {
    const check = ajv.compile({ ...shape, $defs: owner.definition.$defs ?? {} });
    if (check(value)) return undefined;
    const [error] = check.errors ?? [];
    const place = error?.instancePath === '' ? 'it' : `its ${error?.instancePath.slice(1)}`;
    const allowed: unknown = error?.params['allowedValues'];
    return {
      message: `${place} ${error?.message ?? 'is invalid'}`,
      hint: Array.isArray(allowed)
        ? `Use one of: ${allowed.map((entry) => JSON.stringify(entry)).join(', ')}.`
        : CHANGE_EITHER,
    };
  } catch {
    // Unresolved references and invalid patterns are reported by their own checks.
    return undefined;
  }
}

/** Rules that read other members, or code that only a running service has. */
const OF_RECORDS: ReadonlySet<string> = new Set(['Callback', 'Expression', 'UniqueEntity']);

/** Checks a value against the rules of the field, as the API does. */
export function faultOfRules(field: FieldDefinition, value: JsonValue): ValueFault | undefined {
  if (value === null) return undefined;
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
    // Invalid rules are reported by their own check.
    return undefined;
  }
  return {
    message: 'a rule of the field rejects it',
    hint: CHANGE_EITHER,
  };
}
