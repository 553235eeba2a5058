import type { Extensions } from '../kernel/contract/extensions.js';
import type { ConfigProblem } from '../kernel/errors/config-error.js';
import { isRecord } from '../kernel/settings/apply-schema.js';
import { unknownKey, wrongKind } from './wrong-kind.js';

/** Maps of functions by the names that schema files use. */
const MAPS: readonly (keyof Extensions)[] = [
  'resolvers',
  'constraints',
  'urlGenerators',
  'imageFilters',
  'formHandlers',
];
const ROUTE_GENERATOR = ['previewPath', 'routeName'] as const;
const KEYS: readonly (keyof Extensions)[] = [
  'routeGenerator',
  ...MAPS,
  'forms',
  'formSuccess',
  'submissionCheck',
];

/** Code cannot be checked against a schema: its keys are known and its entries are functions. */
export function checkExtensions(extensions: unknown): readonly ConfigProblem[] {
  if (!isRecord(extensions)) return [wrongKind('extensions', extensions, 'write { resolvers: { ... } }')];
  const unknown = Object.keys(extensions).filter((key) => !KEYS.some((known) => known === key));
  return [
    ...unknown.map((key) => unknownKey(`extensions.${key}`, KEYS)),
    ...checkRouteGenerator(extensions.routeGenerator),
    ...MAPS.flatMap((key) => checkFunctions(`extensions.${key}`, extensions[key])),
    ...checkForms(extensions.forms),
    ...checkHandlers(extensions.formSuccess),
    ...checkFunction('extensions.submissionCheck', extensions.submissionCheck),
  ];
}

function checkRouteGenerator(generator: unknown): readonly ConfigProblem[] {
  if (generator === undefined) return [];
  const key = 'extensions.routeGenerator';
  // An instance of a class has its methods on the prototype.
  if (!isRecord(generator)) return [wrongKind(key, generator, 'write { previewPath, routeName }')];
  return ROUTE_GENERATOR.filter((method) => typeof generator[method] !== 'function').map((method) =>
    wrongKind(`${key}.${method}`, generator[method], 'write a function'),
  );
}

function checkForms(forms: unknown): readonly ConfigProblem[] {
  if (forms === undefined) return [];
  const key = 'extensions.forms';
  if (!Array.isArray(forms)) return [wrongKind(key, forms, 'write a list of form types')];
  return forms.flatMap((form: unknown, index) => checkForm(`${key}[${index}]`, form));
}

/** What is wrong inside a definition is found when it is compiled. */
function checkForm(key: string, form: unknown): readonly ConfigProblem[] {
  if (!isRecord(form)) return [wrongKind(key, form, 'write { definition: { name, fields } }')];
  const { definition, shown, isPrivate, onSuccess } = form;
  return [
    ...checkDefinition(`${key}.definition`, definition),
    ...checkFunction(`${key}.shown`, shown),
    ...checkFunction(`${key}.onSuccess`, onSuccess),
    ...(isPrivate === undefined || typeof isPrivate === 'boolean'
      ? []
      : [wrongKind(`${key}.isPrivate`, isPrivate, 'write true or false')]),
  ];
}

function checkDefinition(key: string, definition: unknown): readonly ConfigProblem[] {
  if (!isRecord(definition)) return [wrongKind(key, definition, 'write { name, fields }')];
  const { name, fields } = definition;
  const hasName = typeof name === 'string' && /^[A-Z][A-Za-z0-9]*$/.test(name);
  const hasFields =
    Array.isArray(fields) && fields.every((field) => isRecord(field) && typeof field.name === 'string');
  return [
    ...(hasName ? [] : [wrongKind(`${key}.name`, name, 'write a name such as ContactType')]),
    ...(hasFields ? [] : [wrongKind(`${key}.fields`, fields, 'write a list of fields with their names')]),
  ];
}

function checkHandlers(handlers: unknown): readonly ConfigProblem[] {
  if (handlers === undefined) return [];
  const key = 'extensions.formSuccess';
  if (!Array.isArray(handlers)) return [wrongKind(key, handlers, 'write a list of functions')];
  return handlers.flatMap((handler: unknown, index) =>
    typeof handler === 'function' ? [] : [wrongKind(`${key}[${index}]`, handler, 'write a function')],
  );
}

function checkFunction(key: string, value: unknown): readonly ConfigProblem[] {
  return value === undefined || typeof value === 'function'
    ? []
    : [wrongKind(key, value, 'write a function')];
}

function checkFunctions(key: string, map: unknown): readonly ConfigProblem[] {
  if (map === undefined) return [];
  if (!isRecord(map)) return [wrongKind(key, map, 'write an object of functions by name')];
  return Object.entries(map)
    .filter(([, entry]) => typeof entry !== 'function')
    .map(([name, entry]) => wrongKind(`${key}.${name}`, entry, 'write a function'));
}
