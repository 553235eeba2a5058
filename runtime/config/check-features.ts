import { FEATURES } from '../features.js';
import type { DeclaredFeature } from '../kernel/contract/features/declared-feature.js';
import type { UnitHooks } from '../kernel/contract/records/unit-of-work.js';
import type { UseCaseGuard } from '../kernel/contract/records/use-cases.js';
import { ConfigError } from '../kernel/errors/config-error.js';
import type {
  Feature,
  FeatureDocumentation,
  FeatureHttp,
  FeatureReads,
  FeatureWrites,
} from '../kernel/feature.js';
import { isRecord } from '../kernel/settings/apply-schema.js';
import { checkDeclaredCommand, checkFeatureCommand } from './check-feature-commands.js';
import { checkFeatureTables } from './check-feature-tables.js';
import {
  aFunction,
  anything,
  aText,
  byName,
  duplicates,
  functions,
  functionsNamed,
  having,
  listOf,
  matching,
  nameOf,
  ofKind,
  only,
  optional,
  wrongKind,
} from '../kernel/settings/shapes.js';
import type { Check, ConfigProblem } from '../kernel/contract/config-problem.js';

/** Excludes the members of the manifest that are not folders. */
const FOLDER_NAME = /^(?!(?:resources|user|messages)$)[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

const FEATURE_NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/**
 * Returns the features of a configuration that is not validated otherwise.
 * @throws ConfigError with all their problems
 */
export function featuresOf(config: unknown): readonly DeclaredFeature[] {
  if (!isRecord(config))
    throw new ConfigError([wrongKind('cms.config', config, 'use export default defineConfig({ ... })')]);
  const { features = [] } = config;
  const problems = checkFeatures(features);
  if (problems.length > 0) throw new ConfigError(problems);
  // Names, tables and commands were validated.
  return features as readonly DeclaredFeature[];
}

/**
 * Validates the features of a project: names, hooks, tables and commands. Their code is checked only by the project's
 * compiler.
 */
export function checkFeatures(features: unknown): readonly ConfigProblem[] {
  const problems = listOf(checkFeature, 'use a list: [defineFeature({ ... })]', byName)(features, 'features');
  const list: readonly unknown[] = Array.isArray(features) ? features : [];
  const commands = list.flatMap((feature): unknown =>
    isRecord(feature) && Array.isArray(feature.commands) ? feature.commands : [],
  );
  return [
    ...problems,
    ...duplicates(list.map(nameOf)).map((name) => ({
      key: `features.${name}`,
      problem: 'is not unique',
      advice: 'use a unique name for each feature',
    })),
    ...duplicates(commands.map(nameOf)).map((name) => ({
      key: 'features',
      problem: `define the command "${name}" more than once`,
      advice: 'use a unique name for each command',
    })),
  ];
}

const checkName: Check = (name, key) => {
  if (typeof name !== 'string') return [wrongKind(key, name, 'use a lower-case name such as "hit-counter"')];
  if (!FEATURE_NAME.test(name)) {
    const problem = `${JSON.stringify(name)} is not a valid feature name`;
    return [{ key, problem, advice: 'use lower-case words joined by hyphens, such as "hit-counter"' }];
  }
  if (!FEATURES.some((feature) => feature.name === name)) return [];
  return [{ key, problem: `"${name}" is the name of a built-in feature`, advice: 'use another name' }];
};

/** Length of the column that stores the name. */
const LONGEST_NAME = 100;

/** Validates the name of derived data or of a consistency check. */
const checkKeptName: Check = (name, key) => {
  if (typeof name === 'string' && name !== '' && name.length <= LONGEST_NAME) return [];
  const advice = `use a name of at most ${LONGEST_NAME} characters, such as "hit-totals"`;
  if (typeof name !== 'string') return [wrongKind(key, name, advice)];
  return [{ key, problem: name === '' ? 'is empty' : 'is too long', advice }];
};

const checkMetricName: Check = (name, key) =>
  typeof name === 'string' && /^[a-z][a-z0-9_]*$/.test(name)
    ? []
    : [wrongKind(key, name, 'use lower-case words joined by underscores, such as "hits_total"')];

const objects = listOf(ofKind('use an object', isRecord));

/** Returns whether a value is an error: data, or a function of a catalogue, which has the same fields. */
function isError(value: unknown): boolean {
  return (isRecord(value) || typeof value === 'function') && 'code' in value;
}

/** One check per field of a type: an added, removed or renamed field does not compile until its check is updated. */
type ChecksOf<Members> = Readonly<Record<keyof Members, Check>>;

/** Returns optional checks. */
const hooks = (members: Readonly<Record<string, Check>>): Readonly<Record<string, Check>> =>
  Object.fromEntries(Object.entries(members).map(([name, check]) => [name, optional(check)]));

const groupOf = <Group>(members: ChecksOf<Group>): Check => only('use an object of hooks', hooks(members));

/** Validates the declaration. The module is validated by the project's compiler. */
const checkSchemaFolder = having('use { name, load }', {
  name: matching(FOLDER_NAME, 'use lower-case words joined by hyphens, such as "menus"'),
  functions: optional(listOf(aText('use a key of extensions'))),
  load: aFunction,
});

const DECLARED = {
  tables: checkFeatureTables,
  errors: listOf(ofKind('use { code, status, when, remedy } or an entry of defineErrors', isError)),
  resources: objects,
  enabledBy: anything,
  schemas: checkSchemaFolder,
  messages: having('use an object of translations by language', {}),
  actsLast: anything,
  servesOwnAdmin: anything,
};

const LOADED: Readonly<Record<string, Check>> = {
  name: checkName,
  load: aFunction,
  ...hooks({ ...DECLARED, commands: listOf(checkDeclaredCommand, 'use a list', byName) }),
};

const READS: ChecksOf<FeatureReads> = {
  filters: listOf(functions('appliesTo', 'restrict')),
  selectors: listOf(functions('appliesTo', 'choose')),
  voters: listOf(functions('appliesTo', 'assertGranted')),
  writeNumber: aFunction,
  watchTags: aFunction,
};

const WRITES: ChecksOf<FeatureWrites> = {
  rules: listOf(functions('appliesTo')),
  checks: listOf(functions('appliesTo', 'check')),
  targets: listOf(functions('appliesTo', 'redirect')),
  guards: listOf(aFunction),
  stages: listOf(functions('appliesTo', 'open')),
  remove: aFunction,
  nameAuthor: aFunction,
};

const UNIT_OF_WORK: ChecksOf<UnitHooks> = {
  ...functionsNamed('beforeDelete', 'beforeCommit', 'afterCommit', 'afterFailure', 'retry'),
  ...functionsNamed('beforeOutOfBandCommit', 'afterOutOfBandCommit'),
};

const HTTP: ChecksOf<FeatureHttp> = {
  isEditor: aFunction,
  authenticator: having('use an object with the function authenticate', functionsNamed('authenticate')),
  revealer: having('use an object with the function reveal', functionsNamed('reveal')),
  vary: listOf(aText('use a header name')),
  hooks: aFunction,
  mounts: listOf(functions('handler')),
  links: objects,
  addresses: aFunction,
  refusalHeaders: aFunction,
};

const DOCUMENTATION: ChecksOf<FeatureDocumentation> = {
  tag: ofKind('use { name, description }', isRecord),
  schemas: ofKind('use an object of schemas by name', isRecord),
  contexts: ofKind('use an object of terms by name', isRecord),
  parameters: ofKind('use an object of parameters by name', isRecord),
  responses: ofKind('use an object of responses by name', isRecord),
  describe: aFunction,
  describeOperation: aFunction,
};

/** Checks of a feature's implementation, besides its declaration. */
const DONE: ChecksOf<Omit<Feature, keyof DeclaredFeature>> = {
  guard: groupOf<UseCaseGuard>(functionsNamed('enter', 'isClear', 'forget')),
  reads: groupOf(READS),
  representation: listOf(functions('appliesTo', 'extend')),
  writes: groupOf(WRITES),
  unitOfWork: groupOf(UNIT_OF_WORK),
  follows: listOf(functions('follow')),
  ...functionsNamed('channels', 'jobs'),
  derived: listOf(
    having('use an object with the functions compare and rebuild', {
      ...functionsNamed('compare', 'rebuild'),
      name: checkKeptName,
      version: ofKind('use a whole number, starting with 1', Number.isSafeInteger),
    }),
  ),
  consistency: listOf(
    having('use an object with the function find', {
      find: aFunction,
      name: checkKeptName,
      advice: aText('describe how to resolve the problem'),
    }),
  ),
  retention: listOf(
    having('use { name, what, table, column, keepSeconds } or { name, what, where, keeps, clean }', {
      name: checkName,
      what: aText('describe the deleted rows'),
    }),
  ),
  listens: listOf(
    having('use { port, host }', {
      port: ofKind('use a port number', Number.isSafeInteger),
      host: aText('use an IP address or host name'),
    }),
  ),
  notices: listOf(aText('use text')),
  endpoints: aFunction,
  documentation: groupOf(DOCUMENTATION),
  http: groupOf(HTTP),
  provides: objects,
  metrics: listOf(having('use an object with the function read', { read: aFunction, name: checkMetricName })),
  ...functionsNamed('start', 'close'),
};

/** Validates a feature with its implementation. */
const WHOLE_FEATURE = only('use defineFeature({ name, ... })', {
  name: checkName,
  ...hooks({ ...DECLARED, commands: listOf(checkFeatureCommand, 'use a list', byName), ...DONE }),
});

/** Validates a feature: either its implementation is inline, or `load` returns the module that creates it. */
const checkFeature: Check = (feature, key) => {
  if (!isRecord(feature) || feature.load === undefined) return WHOLE_FEATURE(feature, key);
  const beside = Object.keys(feature).filter((name) => !(name in LOADED));
  return [
    ...beside.map((name) => ({
      key: `${key}.${name}`,
      problem: 'cannot be combined with "load"',
      advice: 'return it from "create" in the module that "load" imports, or remove "load"',
    })),
    ...having('use { name, ..., load }', LOADED)(feature, key),
  ];
};
