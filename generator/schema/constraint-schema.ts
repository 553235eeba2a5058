import {
  COMMON_CONSTRAINT_OPTIONS,
  CONSTRAINTS,
  type ConstraintDefinition,
  takesConstraints,
} from 'cms-api-components/internal/kernel/contract/schema/constraints.js';
import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import { CONSTRAINT_TEXTS, OPTION_TEXTS } from './constraint-texts.js';
import { optionSchema } from './option-types.js';

/** Nested list of constraints. */
const LIST: JsonObject = { $ref: '#' };

/**
 * Returns the JSON Schema of constraint lists. The meta-schemas of types and forms reference it, so that code editors complete and
 * explain names and options. The generator reports mistakes with its own messages (`checkConstraints`).
 */
export function constraintSchema(): JsonObject {
  const rules = Object.entries<ConstraintDefinition>(CONSTRAINTS).map(([name, rule]) => [
    name,
    ruleSchema(name, rule),
  ]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Constraints',
    description:
      'Constraints, each an object with one key: the name of the constraint, with its options. "-Name" disables an implied constraint.',
    type: 'array',
    items: {
      type: 'object',
      minProperties: 1,
      maxProperties: 1,
      properties: Object.fromEntries(rules) as JsonObject, // entries of names and schemas
      patternProperties: {
        '^-[A-Z]': { type: 'object', description: 'Disables a constraint that another keyword implies.' },
      },
      additionalProperties: false,
    },
  };
}

function ruleSchema(name: string, { options, required }: ConstraintDefinition): JsonObject {
  // A unique index enforces it, so it has no groups (components.md section 11.5).
  const common = name === 'UniqueEntity' ? ['message'] : COMMON_CONSTRAINT_OPTIONS;
  const members = [...options, ...common].map((option) => [option, describedOption(name, option)]);
  // The names are the keys of CONSTRAINTS, so each has a text.
  const description = CONSTRAINT_TEXTS[name as keyof typeof CONSTRAINT_TEXTS];
  const wanted = required.map((one) =>
    typeof one === 'string' ? { required: [one] } : { anyOf: one.map((each) => ({ required: [each] })) },
  );
  const rule: JsonObject = {
    description,
    type: 'object',
    properties: Object.fromEntries(members) as JsonObject, // entries of names and schemas
    additionalProperties: false,
    ...(wanted.length === 0 || takesConstraints(name) ? {} : { allOf: wanted }),
  };
  return takesConstraints(name) ? { ...rule, ...LIST_OR_OPTIONS } : rule;
}

/** Allows a list instead of options, as a short form of `{ constraints: list }`. */
const LIST_OR_OPTIONS: JsonObject = {
  type: ['object', 'array'],
  if: { type: 'array' },
  then: LIST,
  else: { required: ['constraints'] },
};

function describedOption(name: string, option: string): JsonObject {
  const description = OPTION_TEXTS[`${name}.${option}`] ?? OPTION_TEXTS[option] ?? messageText(option);
  return { description, ...schemaOf(name, option) };
}

const messageText = (option: string): string =>
  `Message for ${JSON.stringify(option.replace(/Message$/, ''))} violations that replaces the default one.`;

function schemaOf(name: string, option: string): JsonObject {
  if (option === 'constraints') return LIST;
  if (name === 'Collection' && option === 'fields')
    return {
      type: 'object',
      additionalProperties: {
        type: ['array', 'object'],
        if: { type: 'array' },
        then: LIST,
        else: {
          properties: {
            required: { type: 'boolean', description: 'Whether the member is required.', default: true },
            constraints: LIST,
          },
          required: ['constraints'],
        },
      },
    };
  if (option === 'groups') return { type: 'array', items: { type: 'string' }, default: ['Default'] };
  return optionSchema(name, option);
}
