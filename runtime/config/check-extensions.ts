import { isRecord } from '../kernel/settings/apply-schema.js';
import type { Extensions } from '../kernel/contract/features/extensions.js';
import { aFlag, aFunction, type Check, functions, having, listOf, ofKind, only, optional } from './shapes.js';

/** Validates functions by the names that schema files use. */
const FUNCTIONS: Check = (value, key) =>
  isRecord(value)
    ? Object.entries(value).flatMap(([name, entry]) => aFunction(entry, `${key}.${name}`))
    : ofKind('use an object of functions by name', isRecord)(value, key);

const inBrackets = (index: number): string => `[${index}]`;

/** Validates the outer shape of a definition. Errors inside are found when it is compiled. */
const DEFINITION = having('use { name, fields }', {
  name: ofKind(
    'use a name such as ContactType',
    (name) => typeof name === 'string' && /^[A-Z][A-Za-z0-9]*$/.test(name),
  ),
  fields: ofKind(
    'use a list of fields with names',
    (fields) =>
      Array.isArray(fields) && fields.every((field) => isRecord(field) && typeof field.name === 'string'),
  ),
});
const FORM = having('use { definition: { name, fields } }', {
  definition: DEFINITION,
  shown: optional(aFunction),
  onSuccess: optional(aFunction),
  isPrivate: optional(aFlag),
});

const CHECKS: Readonly<Record<keyof Extensions, Check>> = {
  routeGenerator: functions('previewPath', 'routeName'),
  resolvers: FUNCTIONS,
  constraints: FUNCTIONS,
  urlGenerators: FUNCTIONS,
  imageFilters: FUNCTIONS,
  formHandlers: FUNCTIONS,
  forms: listOf(FORM, 'use a list of form types', inBrackets),
  formSuccess: listOf(aFunction, 'use a list of functions', inBrackets),
  submissionCheck: aFunction,
};

/** Validates code, which no schema can describe: keys are known and entries are functions. */
export const checkExtensions: Check = only(
  'use { resolvers: { ... } }',
  Object.fromEntries(Object.entries(CHECKS).map(([name, check]) => [name, optional(check)])),
);
