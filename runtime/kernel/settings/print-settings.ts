import type { ConfigSchema } from './apply-schema.js';
import { isRequired, type Setting, type Variable } from './setting.js';
import { joinSettings, type Settings } from './settings.js';

/** Prints `.env.example`: every variable with its description, separated by setting. */
export function printEnvExample(all: readonly Settings[]): string {
  const groups = Object.values(joinSettings(all).members ?? {}).map((setting) =>
    variablesIn(setting).map(({ name, description, example }) => `# ${description}\n# ${name}=${example}\n`),
  );
  return [
    '# Copy this file to `.env`. Every command reads it; variables of the environment override it. Do not commit `.env`.\n' +
      '# Every variable has a default in development. `cms serve` lists missing variables when it starts in production.\n',
    ...groups.filter((group) => group.length > 0).map((group) => group.join('')),
  ].join('\n');
}

/** Prints the reference page: one section per feature, file keys before variables. */
export function printReference(all: readonly Settings[]): string {
  return all.map(printSection).join('\n');
}

function printSection({ name, members }: Settings): string {
  const keys = Object.entries(members).flatMap(([key, setting]) => rowsOf(setting, key));
  const variables = variablesIn({ members });
  return [
    `## ${name}\n`,
    ...printTable(['Key', 'Value', 'Default', 'Meaning'], keys),
    ...printTable(
      ['Variable', 'Example', 'Meaning'],
      variables.map((one) => [code(one.name), one.example === '' ? '' : code(one.example), one.description]),
    ),
  ].join('\n');
}

function printTable(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}

/** Returns a setting and everything below its key: list entries under `[]`, record entries under `NAME`. */
function rowsOf(setting: Setting, key: string): readonly (readonly string[])[] {
  const { schema, members = {}, entry } = setting;
  if (schema === undefined) return [];
  const usual = isRequired(setting)
    ? '**required**'
    : schema.default === undefined || isEmpty(schema.default)
      ? ''
      : code(JSON.stringify(schema.default));
  const parts = Object.entries(entry?.members ?? members);
  const below = entry === undefined ? key : schema.type === 'array' ? `${key}[]` : `${key}.NAME`;
  return [
    [code(key), describeValue(schema), usual, schema.description ?? ''],
    ...parts.flatMap(([name, part]) => rowsOf(part, `${below}.${name}`)),
  ];
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
  array: 'list',
  object: 'group',
};

function describeValue({ type = [], enum: choices, minimum, maximum }: ConfigSchema): string {
  if (choices !== undefined) return choices.map((choice) => code(String(choice))).join(', ');
  const words = [type].flat().map((name) => WORDS[name] ?? name);
  const range = `${minimum === undefined ? '' : `, ${minimum} or more`}${maximum === undefined ? '' : `, at most ${maximum}`}`;
  return words.join(' or ') + range;
}

function variablesIn({ variable, members = {}, entry }: Setting): readonly Variable[] {
  return [
    ...(variable === undefined ? [] : [variable]),
    ...Object.values(members).flatMap(variablesIn),
    ...(entry === undefined ? [] : variablesIn(entry)),
  ];
}

const code = (text: string): string => `\`${text}\``;

const isEmpty = (value: unknown): boolean => JSON.stringify(value) === '{}';
