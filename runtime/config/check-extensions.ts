import type { Extensions } from '../kernel/contract/extensions.js';
import type { ConfigProblem } from './config-error.js';
import { isRecord } from './apply-schema.js';
import { unknownKey, wrongKind } from './wrong-kind.js';

/** Maps of functions by the names that schema files use. */
const MAPS: readonly (keyof Extensions)[] = ['resolvers', 'constraints', 'urlGenerators', 'imageFilters'];
const ROUTE_GENERATOR = ['previewPath', 'routeName'] as const;
const KEYS: readonly (keyof Extensions)[] = ['routeGenerator', ...MAPS];

/** Code cannot be checked against a schema: its keys are known and its entries are functions. */
export function checkExtensions(extensions: unknown): readonly ConfigProblem[] {
  if (!isRecord(extensions)) return [wrongKind('extensions', extensions, 'write { resolvers: { ... } }')];
  const unknown = Object.keys(extensions).filter((key) => !KEYS.some((known) => known === key));
  return [
    ...unknown.map((key) => unknownKey(`extensions.${key}`, KEYS)),
    ...checkRouteGenerator(extensions.routeGenerator),
    ...MAPS.flatMap((key) => checkFunctions(`extensions.${key}`, extensions[key])),
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

function checkFunctions(key: string, map: unknown): readonly ConfigProblem[] {
  if (map === undefined) return [];
  if (!isRecord(map)) return [wrongKind(key, map, 'write an object of functions by name')];
  return Object.entries(map)
    .filter(([, entry]) => typeof entry !== 'function')
    .map(([name, entry]) => wrongKind(`${key}.${name}`, entry, 'write a function'));
}
