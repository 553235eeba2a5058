import {
  COMMON_CONSTRAINT_OPTIONS,
  CONSTRAINTS,
  type ConstraintDefinition,
  takesConstraints,
} from 'cms-api-components/internal/kernel/contract/schema/constraints.js';
import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import { CONSTRAINT_TEXTS, OPTION_TEXTS } from './constraint-texts.js';
import { optionSchema } from './option-types.js';

/** A list of constraints inside another one. */
const LIST: JsonObject = { $ref: '#' };

/**
 * The JSON Schema of lists of constraints, which the meta-schemas of types and forms refer to: editors complete and explain names and
 * options by it. The generator itself says in words of its own what is wrong with a list (`checkConstraints`).
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
      'Rules, each an object with one key, the name of the rule, that holds its options. "-Name" switches off an implied rule.',
    type: 'array',
    items: {
      type: 'object',
      minProperties: 1,
      maxProperties: 1,
      properties: Object.fromEntries(rules) as JsonObject, // entries of names and schemas
      patternProperties: {
        '^-[A-Z]': { type: 'object', description: 'Switches off a rule that another keyword implies.' },
      },
      additionalProperties: false,
    },
  };
}

function ruleSchema(name: string, { options, required }: ConstraintDefinition): JsonObject {
  // A key of the database keeps it, which knows no groups (components.md section 11.5).
  const common = name === 'UniqueEntity' ? ['message'] : COMMON_CONSTRAINT_OPTIONS;
  const members = [...options, ...common].map((option) => [option, describedOption(name, option)]);
  // The names of a type, which are checked as a whole.
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

/** A list alone is short for the options that hold it. */
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
  `Text of the violation ${JSON.stringify(option.replace(/Message$/, ''))}, in place of the usual one.`;

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
            required: { type: 'boolean', description: 'Whether the member must be there.', default: true },
            constraints: LIST,
          },
          required: ['constraints'],
        },
      },
    };
  if (option === 'groups') return { type: 'array', items: { type: 'string' }, default: ['Default'] };
  return optionSchema(name, option);
}
