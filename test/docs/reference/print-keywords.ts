import type { JsonObject, JsonValue } from '../../../runtime/kernel/contract/json.js';

/** Description of a keyword in a meta-schema. */
export interface KeywordSchema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: JsonValue;
  readonly enum?: readonly JsonValue[];
  readonly default?: JsonValue;
  readonly items?: KeywordSchema;
  readonly properties?: Readonly<Record<string, KeywordSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | KeywordSchema;
  readonly $ref?: string;
  readonly then?: KeywordSchema;
}

/** Keyword with its schema and, if an example file uses it, its value there. */
export interface Keyword {
  readonly name: string;
  readonly schema: KeywordSchema;
  readonly example: JsonValue | undefined;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
const code = (value: JsonValue): string => `\`${cell(JSON.stringify(value))}\``;

/** Returns keywords with the first value of each in `uses`. */
export function keywordsOf(
  properties: Readonly<Record<string, KeywordSchema>>,
  uses: readonly JsonObject[],
): readonly Keyword[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    example: uses.find((use) => name in use)?.[name],
  }));
}

/** Prints a table with a row for each keyword. */
export function printTable(keywords: readonly Keyword[]): string {
  const rows = keywords.map(
    ({ name, schema, example }) =>
      `| \`${name}\` | ${printValue(schema)} | ${cell(meaningOf(schema))} | ${shortExample(example)} |`,
  );
  return ['| Keyword | Value | Meaning | Example |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** Prints a short example, or a link to the example files. */
function shortExample(example: JsonValue | undefined): string {
  if (example === undefined) return '';
  return JSON.stringify(example).length > 75 ? '[below](#example-files)' : code(example);
}

/** Prints a section for a keyword: its meaning, its options, and an example. */
export function printSection({ name, schema, example }: Keyword): string {
  return [
    `### ${name}`,
    `${meaningOf(schema)} Value: ${printValue(schema)}.`,
    printOptions(schema),
    example === undefined ? '' : `\`\`\`json\n${JSON.stringify({ [name]: example })}\n\`\`\``,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function printOptions({ properties, required = [], additionalProperties }: KeywordSchema): string {
  const each = typeof additionalProperties === 'object' ? additionalProperties.properties : undefined;
  const rows = Object.entries(properties ?? each ?? {}).map(([name, option]) => {
    const must = required.includes(name) ? ' Required.' : '';
    const preset = option.default === undefined ? '' : ` Default: ${code(option.default)}.`;
    return `| \`${name}\` | ${printValue(option)} | ${cell(meaningOf(option))}${must}${preset} |`;
  });
  return rows.length === 0 ? '' : ['| Option | Value | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

const meaningOf = ({ description = '', $ref = '' }: KeywordSchema): string =>
  description !== '' ? description : (MEANINGS[$ref] ?? '');

/** Meanings of shared definitions. */
const MEANINGS: Readonly<Record<string, string>> = {
  '#/$defs/constraints': 'Constraints, each an object with one key.',
  '#/$defs/node': 'Schema of each entry.',
};

function printValue(schema: KeywordSchema): string {
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ');
  if (schema.$ref !== undefined) return schema.$ref.endsWith('constraints') ? 'list' : 'object';
  if (schema.then !== undefined && schema.type !== 'object') return 'string or list';
  const types = [schema.type ?? 'any value'].flat();
  return types.map((type) => (type === 'array' ? listOf(schema.items) : type)).join(' or ');
}

function listOf(items: KeywordSchema | undefined): string {
  if (items?.enum !== undefined) return `list of ${items.enum.map(code).join(', ')}`;
  if (items?.type === 'array') return 'list of lists';
  return typeof items?.type === 'string' ? `list of ${items.type}s` : 'list';
}
