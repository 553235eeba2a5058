import { FEATURES } from '../features.js';
import type { FlagType } from '../kernel/contract/features/command.js';
import { applySchema, type ConfigSchema, isRecord } from '../kernel/settings/apply-schema.js';
import { describeDriftItem } from '../kernel/settings/describe-drift.js';
import { aFunction, aText, only, optional, wrongKind } from '../kernel/settings/shapes.js';
import type { Check, ConfigProblem } from '../kernel/contract/config-problem.js';

const COMMAND_NAME = /^[a-z][a-z0-9-]*(?::[a-z][a-z0-9-]*)+$/;
const WORD_NAME = /^[a-z][a-z0-9-]*$/;

/** First words of the package's commands. */
const RESERVED_TOPICS: ReadonlySet<string> = new Set([
  ...['cms', 'make', 'migrate', 'scaffold'],
  ...FEATURES.flatMap(({ commands = [] }) => commands.map(({ name }) => topicOf(name))),
]);
/** Flags of every command. */
const RESERVED_FLAGS = ['help', 'verbose', 'quiet', 'no-interaction'];

const STRING: ConfigSchema = { type: 'string' };
const STRINGS: ConfigSchema = { type: 'array', items: STRING };
const SUMMARY: ConfigSchema = { type: 'string', description: 'one line for the help text' };
const FLAGS: Readonly<Record<FlagType, ConfigSchema>> = {
  boolean: flagSchema({ default: { type: 'boolean' }, allowNo: { type: 'boolean' } }),
  string: flagSchema({ default: STRING, options: STRINGS }),
  integer: flagSchema({ default: { type: 'integer' } }),
  list: flagSchema({ options: STRINGS }),
};
const ANY_FLAG: ConfigSchema = {
  type: 'object',
  required: ['type'],
  properties: { type: { enum: Object.keys(FLAGS), description: Object.keys(FLAGS).join(', ') } },
};
const ANY_FLAGS: ConfigSchema = { type: 'object', additionalProperties: ANY_FLAG };
const ARGS: ConfigSchema = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    required: ['summary'],
    properties: { summary: SUMMARY },
    additionalProperties: false,
  },
};

function flagSchema(properties: Readonly<Record<string, ConfigSchema>>): ConfigSchema {
  return {
    type: 'object',
    required: ['summary'],
    properties: { type: {}, summary: SUMMARY, exclusive: STRINGS, ...properties },
    additionalProperties: false,
  };
}

const checkCommandName: Check = (name, key) => {
  const advice = 'use words joined by colons, such as "hits:report"';
  if (typeof name !== 'string') return [wrongKind(key, name, advice)];
  if (!COMMAND_NAME.test(name))
    return [{ key, problem: `${JSON.stringify(name)} is not a valid command name`, advice }];
  const topic = topicOf(name);
  if (!RESERVED_TOPICS.has(topic)) return [];
  const problem = `uses the prefix "${topic}:", which is reserved for built-in commands`;
  return [{ key, problem, advice: 'use another prefix' }];
};

const fits =
  (schema: ConfigSchema): Check =>
  (value, key) =>
    value === undefined ? [] : applySchema(value, schema, [key]).map(describeDriftItem);

const DECLARED_COMMAND = {
  name: checkCommandName,
  summary: aText('use one line of text'),
  description: fits(STRING),
  examples: fits(STRINGS),
  args: (args: unknown, key: string) => [...fits(ARGS)(args, key), ...checkNames(args, key)],
  flags: (flags: unknown, key: string) => [
    ...fits(ANY_FLAGS)(flags, key),
    ...checkNames(flags, key, RESERVED_FLAGS),
    ...checkFlags(flags, key),
  ],
  loadFlags: optional(aFunction),
} satisfies Readonly<Record<string, Check>>;

/** Validates a command of a project feature whose module implements it. */
export const checkDeclaredCommand: Check = only('use { name, summary }', DECLARED_COMMAND);

/** Validates a command of a project feature with its implementation. */
export const checkFeatureCommand: Check = only('use { name, summary, run }', {
  ...DECLARED_COMMAND,
  run: aFunction,
});

function topicOf(name: string): string {
  return name.split(':')[0] ?? '';
}

function checkNames(named: unknown, key: string, reserved: readonly string[] = []): readonly ConfigProblem[] {
  return Object.keys(isRecord(named) ? named : {}).flatMap((name) => {
    if (reserved.includes(name))
      return [
        {
          key: `${key}.${name}`,
          problem: 'is reserved: every command has this flag',
          advice: 'use another name',
        },
      ];
    const advice = 'use lower-case words joined by hyphens, such as "since-date"';
    return WORD_NAME.test(name)
      ? []
      : [{ key: `${key}.${name}`, problem: 'is not a valid argument or flag name', advice }];
  });
}

/** Validates the keys of a flag by its type; an unknown type is already reported. */
function checkFlags(flags: unknown, key: string): readonly ConfigProblem[] {
  return Object.entries(isRecord(flags) ? flags : {}).flatMap(([name, flag]) => {
    const schema = isRecord(flag) && isFlagType(flag.type) ? FLAGS[flag.type] : {};
    return applySchema(flag, schema, [`${key}.${name}`]).map(describeDriftItem);
  });
}

function isFlagType(type: unknown): type is FlagType {
  return typeof type === 'string' && Object.hasOwn(FLAGS, type);
}
