import { FEATURES } from '../features.js';
import type { DeclaredFeature } from '../kernel/contract/declared-feature.js';
import { checkDerived } from './check-derived.js';
import { checkFeatureTables } from './check-feature-tables.js';
import { ConfigError, type ConfigProblem } from '../kernel/errors/config-error.js';
import { isRecord } from '../kernel/settings/apply-schema.js';
import { unknownKey, wrongKind } from './wrong-kind.js';

/** What a member of a feature must be: code is checked by its shape, as no schema can describe it. */
type Shape =
  | 'function'
  | 'functions'
  | 'objects'
  /** Objects with these functions. */
  | { readonly each: readonly string[] }
  | { readonly members: Readonly<Record<string, Shape>> };

const HOOKS: Readonly<Record<string, Shape>> = {
  reads: {
    members: {
      filters: { each: ['appliesTo', 'restrict'] },
      selectors: { each: ['appliesTo', 'choose'] },
      voters: { each: ['appliesTo', 'assertGranted'] },
      assertListable: 'function',
    },
  },
  representation: { each: ['appliesTo', 'extend'] },
  writes: {
    members: {
      assertCreatable: 'function',
      rules: { each: ['appliesTo'] },
      checks: { each: ['appliesTo', 'check'] },
      targets: { each: ['appliesTo', 'redirect'] },
      guards: 'functions',
      stages: { each: ['appliesTo', 'open'] },
      remove: 'function',
    },
  },
  unitOfWork: {
    members: {
      beforeDelete: 'function',
      beforeCommit: 'function',
      afterCommit: 'function',
      afterUndo: 'function',
      outcomeUnknown: 'function',
      beforeAnswer: 'function',
      retry: 'function',
      writtenElsewhere: 'function',
      ended: 'function',
    },
  },
  follows: { each: ['follow'] },
  derived: { each: ['compare', 'rebuild'] },
  consistency: { each: ['find'] },
  gate: { members: { enter: 'function', isClear: 'function' } },
  refusalHeaders: 'function',
  endpoints: 'function',
  channels: 'function',
  schemas: 'function',
  contexts: 'function',
  jobs: 'function',
  document: 'function',
  authenticator: { members: { authenticate: 'function' } },
  mounts: { each: ['handler'] },
  links: 'objects',
  offers: 'objects',
  endStreams: 'function',
  start: 'function',
  close: 'function',
};
const DECLARED: Readonly<Record<string, Shape>> = { resources: 'objects', load: 'function' };
const KEYS: readonly string[] = [
  'name',
  'tables',
  'commands',
  'enabledBy',
  'actsLast',
  ...Object.keys(DECLARED),
  ...Object.keys(HOOKS),
];

const FEATURE_NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const COMMAND_NAME = /^[a-z][a-z0-9-]*(?::[a-z][a-z0-9-]*)+$/;

/** First words of the commands that the package brings. */
export const RESERVED_TOPICS: readonly string[] = [
  'cms',
  'make',
  'migrate',
  'refresh-tokens',
  'scaffold',
  'user',
];

/**
 * The features of a configuration that is not checked otherwise.
 * @throws ConfigError with all that is wrong with them.
 */
export function featuresOf(config: unknown): readonly DeclaredFeature[] {
  if (!isRecord(config))
    throw new ConfigError([wrongKind('cms.config', config, 'write export default defineConfig({ ... })')]);
  const { features = [] } = config;
  const problems = checkFeatures(features);
  if (problems.length > 0) throw new ConfigError(problems);
  // Names, tables and commands were checked.
  return features as readonly DeclaredFeature[];
}

/** Features of a project: names, hooks, tables and commands; what they do only the project's compiler knows. */
export function checkFeatures(features: unknown): readonly ConfigProblem[] {
  if (!Array.isArray(features))
    return [wrongKind('features', features, 'write a list: [defineFeature({ ... })]')];
  const list: readonly unknown[] = features;
  return [
    ...list.flatMap((feature, index) => checkFeature(feature, keyOf(feature, index))),
    ...duplicates(list.map(nameOf)).map((name) => ({
      key: `features.${name}`,
      problem: 'is the name of more than one feature',
      advice: 'give each a name of its own',
    })),
    ...checkCommands(list),
  ];
}

/** Where a problem is: the name of the feature, or its place in the list. */
function keyOf(feature: unknown, index: number): string {
  return `features.${nameOf(feature) ?? index}`;
}

function nameOf(feature: unknown): string | undefined {
  return isRecord(feature) && typeof feature.name === 'string' && feature.name !== ''
    ? feature.name
    : undefined;
}

function checkFeature(feature: unknown, key: string): readonly ConfigProblem[] {
  if (!isRecord(feature)) return [wrongKind(key, feature, 'write defineFeature({ name, ... })')];
  const unknown = Object.keys(feature).filter((member) => !KEYS.includes(member));
  return [
    ...unknown.map((member) => unknownKey(`${key}.${member}`, KEYS)),
    ...checkName(feature.name, key),
    ...checkFeatureTables(feature.tables, `${key}.tables`),
    ...checkMembers({ ...DECLARED, ...HOOKS }, feature, key),
    ...checkDerived(feature, key),
  ];
}

function checkName(name: unknown, key: string): readonly ConfigProblem[] {
  if (typeof name !== 'string')
    return [wrongKind(`${key}.name`, name, 'write a name in lower case, like "hit-counter"')];
  if (!FEATURE_NAME.test(name)) {
    const problem = `${JSON.stringify(name)} is not a name in lower case`;
    return [{ key: `${key}.name`, problem, advice: 'write words joined by hyphens, like "hit-counter"' }];
  }
  if (!FEATURES.some((feature) => feature.name === name)) return [];
  return [{ key: `${key}.name`, problem: `"${name}" is a built-in feature`, advice: 'choose another name' }];
}

function checkMembers(
  shapes: Readonly<Record<string, Shape>>,
  owner: Readonly<Record<string, unknown>>,
  key: string,
): readonly ConfigProblem[] {
  return Object.entries(shapes).flatMap(([name, shape]) =>
    owner[name] === undefined ? [] : checkShape(shape, owner[name], `${key}.${name}`),
  );
}

function checkShape(shape: Shape, value: unknown, key: string): readonly ConfigProblem[] {
  if (shape === 'function')
    return typeof value === 'function' ? [] : [wrongKind(key, value, 'write a function')];
  if (typeof shape === 'object' && 'members' in shape) {
    if (!isRecord(value)) return [wrongKind(key, value, 'write an object of hooks')];
    const names = Object.keys(shape.members);
    const unknown = Object.keys(value).filter((name) => !names.includes(name));
    return [
      ...unknown.map((name) => unknownKey(`${key}.${name}`, names)),
      ...checkMembers(shape.members, value, key),
    ];
  }
  if (!Array.isArray(value)) return [wrongKind(key, value, 'write a list')];
  const entries: readonly unknown[] = value;
  if (shape === 'objects')
    return entries.flatMap((entry, index) =>
      isRecord(entry) ? [] : [wrongKind(`${key}.${index}`, entry, 'write an object')],
    );
  const functions = shape === 'functions' ? [] : shape.each;
  return entries.flatMap((entry, index) => checkEntry(functions, entry, `${key}.${index}`));
}

/** An entry is a function where no functions of it are named. */
function checkEntry(functions: readonly string[], entry: unknown, key: string): readonly ConfigProblem[] {
  if (functions.length === 0)
    return typeof entry === 'function' ? [] : [wrongKind(key, entry, 'write a function')];
  if (!isRecord(entry))
    return [wrongKind(key, entry, `write an object with the functions ${functions.join(', ')}`)];
  // An instance of a class has its functions on the prototype.
  return functions
    .filter((name) => typeof entry[name] !== 'function')
    .map((name) => wrongKind(`${key}.${name}`, entry[name], 'write a function'));
}

function checkCommands(features: readonly unknown[]): readonly ConfigProblem[] {
  const names: (string | undefined)[] = [];
  const problems = features.flatMap((feature, index) => {
    if (!isRecord(feature) || feature.commands === undefined) return [];
    const key = `${keyOf(feature, index)}.commands`;
    if (!Array.isArray(feature.commands)) return [wrongKind(key, feature.commands, 'write a list')];
    const commands: readonly unknown[] = feature.commands;
    names.push(...commands.map(nameOf));
    return commands.flatMap((command, place) => checkCommand(command, `${key}.${nameOf(command) ?? place}`));
  });
  const twice = duplicates(names).map((name) => ({
    key: 'features',
    problem: `have more than one command "${name}"`,
    advice: 'give each command a name of its own',
  }));
  return [...problems, ...twice];
}

function checkCommand(command: unknown, key: string): readonly ConfigProblem[] {
  if (!isRecord(command)) return [wrongKind(key, command, 'write { name, summary, run }')];
  const keys = ['name', 'summary', 'run'];
  const { name, summary, run } = command;
  return [
    ...Object.keys(command)
      .filter((member) => !keys.includes(member))
      .map((member) => unknownKey(`${key}.${member}`, keys)),
    ...checkCommandName(name, key),
    ...(typeof summary === 'string' ? [] : [wrongKind(`${key}.summary`, summary, 'write one line')]),
    ...(typeof run === 'function' ? [] : [wrongKind(`${key}.run`, run, 'write a function')]),
  ];
}

function checkCommandName(name: unknown, key: string): readonly ConfigProblem[] {
  const advice = 'write words joined by colons, like "hits:report"';
  if (typeof name !== 'string') return [wrongKind(`${key}.name`, name, advice)];
  if (!COMMAND_NAME.test(name))
    return [{ key: `${key}.name`, problem: `${JSON.stringify(name)} is not a name of a command`, advice }];
  const topic = name.split(':')[0] ?? '';
  if (!RESERVED_TOPICS.includes(topic)) return [];
  const problem = `begins with "${topic}:", as commands of the package do`;
  return [{ key: `${key}.name`, problem, advice: 'choose another first word' }];
}

function duplicates(names: readonly (string | undefined)[]): readonly string[] {
  const known = names.filter((name) => name !== undefined);
  return [...new Set(known.filter((name, index) => known.indexOf(name) !== index))];
}
