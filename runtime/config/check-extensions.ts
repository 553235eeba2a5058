import { FEATURES } from '../features.js';
import type { ExtensionKeys, Extensions } from '../kernel/contract/features/extensions.js';
import { functions, namedFunctions, only, optional } from '../kernel/settings/shapes.js';
import type { Check } from '../kernel/contract/config-problem.js';

const CHECKS: Readonly<Record<keyof Extensions, Check>> = {
  routeGenerator: functions('previewPath', 'routeName'),
  resolvers: namedFunctions,
  constraints: namedFunctions,
  urlGenerators: namedFunctions,
  imageFilters: namedFunctions,
};

const OF_FEATURES = FEATURES.flatMap((feature) => {
  const keys: ExtensionKeys = ('extensions' in feature ? feature.extensions : undefined) ?? {};
  return Object.entries(keys).map(([name, { check }]) => [name, check] as const);
});

/** Validates code, which no schema can describe: keys are known and entries are functions. */
export const checkExtensions: Check = only(
  'use { resolvers: { ... } }',
  Object.fromEntries(
    [...Object.entries(CHECKS), ...OF_FEATURES].map(([name, check]) => [name, optional(check)]),
  ),
);
