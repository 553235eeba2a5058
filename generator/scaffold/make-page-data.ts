import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import { kebabCase, splitWords } from '../text/naming.js';
import {
  printKey,
  printLiteral,
  printString,
} from 'cms-api-components/internal/kernel/util/text/source-literal.js';
import type { Templates } from '../render/templates.js';
import { assertTypeName, FOLLOW_UP, META_SCHEMA, ScaffoldError, type MadeFiles } from './scaffold.js';

export interface PageDataRequest {
  readonly name: string;
  /** Fields as entered: `headline:?string`, `seats:int`, `banner:Image`. */
  readonly properties?: readonly string[];
}

export interface PropertyDefinition {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
}

/**
 * Creates `schemas/<Name>.json` of a page data type (accounts.md section 14.2).
 * @throws ScaffoldError if the name or a property definition is invalid.
 */
export function makePageData({ name, properties = [] }: PageDataRequest, templates: Templates): MadeFiles {
  assertTypeName(name);
  const definitions = parsePropertyDefinitions(properties);
  const path = `schemas/${name}.json`;
  const required = definitions.filter((one) => !one.isNullable && isScalar(one)).map((one) => one.name);
  const view = {
    metaSchema: META_SCHEMA,
    name,
    hasRequired: required.length > 0,
    required,
    hasProperties: definitions.length > 0,
    properties: definitions.map((one) => ({ name: one.name, schema: schemaOf(one) })),
  };
  return {
    files: [{ path, content: templates.render('scaffold/page-data.json', view) }],
    guidance: guidanceFor(name, path, definitions),
  };
}

/**
 * Parses `name:type` entries. An entry can contain several, separated by commas. Skips blank entries.
 * @throws ScaffoldError if an entry has no valid name or type.
 */
export function parsePropertyDefinitions(entries: readonly string[]): readonly PropertyDefinition[] {
  const definitions = entries
    .flatMap((entry) => entry.split(','))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseDefinition);
  const names = definitions.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new ScaffoldError(`The property "${twice}" is defined twice.`);
  return definitions;
}

function parseDefinition(entry: string): PropertyDefinition {
  const [name = '', type = '', ...rest] = entry.split(':').map((part) => part.trim());
  if (!PROPERTY_NAME.test(name) || rest.length > 0) {
    throw new ScaffoldError(
      `Invalid property definition "${entry}". Expected "name:type", e.g. "headline:?string".`,
    );
  }
  const isNullable = type === '' || type.startsWith('?');
  const bare = (type.startsWith('?') ? type.slice(1) : type) || 'string';
  if (!Object.hasOwn(SCALARS, bare) && !TYPE_NAME.test(bare)) {
    const known = Object.keys(SCALARS).join(', ');
    throw new ScaffoldError(
      `Unknown type "${bare}" of "${name}". Use ${known}, or the name of a component type.`,
    );
  }
  return { name, type: bare, isNullable };
}

const PROPERTY_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const TYPE_NAME = /^[A-Z][A-Za-z0-9]*$/;

interface Scalar {
  readonly schema: JsonObject & { readonly type: string };
  /** Value for the printed example. */
  readonly example: string | number | boolean;
}

const SCALARS: Readonly<Record<string, Scalar>> = {
  string: { schema: { type: 'string', maxLength: 255 }, example: 'Some text' },
  text: { schema: { type: 'string', 'x-column': { type: 'text' } }, example: 'Some text' },
  int: { schema: { type: 'integer' }, example: 1 },
  float: { schema: { type: 'number' }, example: 1.5 },
  bool: { schema: { type: 'boolean' }, example: true },
  datetime: { schema: { type: 'string', format: 'date-time' }, example: '2030-01-31T12:00:00+00:00' },
  date: { schema: { type: 'string', format: 'date' }, example: '2030-01-31' },
};

function isScalar({ type }: PropertyDefinition): boolean {
  return Object.hasOwn(SCALARS, type);
}

/**
 * Returns the schema of a property. Components are always nullable, because they can be deleted while the page data
 * remains.
 */
function schemaOf({ type, isNullable }: PropertyDefinition): JsonObject {
  const scalar = SCALARS[type]?.schema;
  if (scalar === undefined) return { type: ['string', 'null'], 'x-component': type };
  return isNullable ? { ...scalar, type: [scalar.type, 'null'] } : scalar;
}

function guidanceFor(
  name: string,
  path: string,
  definitions: readonly PropertyDefinition[],
): readonly string[] {
  const labels = definitions.map((one) => `${printKey(one.name)}: ${printString(humanise(one.name))}`);
  const warning =
    definitions.length > 0
      ? []
      : [
          `Warning: ${name} has no fields. Add fields to ${path}, or pass them when you create a type: --properties headline:?string`,
        ];
  return [
    ...warning,
    FOLLOW_UP,
    'Front-end configuration:',
    `  ${name}: { name: ${printString(humanise(name))}, properties: ${labels.length === 0 ? '{}' : `{ ${labels.join(', ')} }`} }`,
    'Example scaffold with a template and a record:',
    ...scaffoldLines(name, definitions).map((line) => (line === '' ? '' : `  ${line}`)),
  ];
}

/** Returns the lines of a complete scaffold file with imports, layout and template. */
function scaffoldLines(name: string, definitions: readonly PropertyDefinition[]): readonly string[] {
  const template = `${kebabCase(name)}-template`;
  const slots = definitions.filter((one) => !isScalar(one));
  const values = definitions.flatMap((one) => {
    const example = SCALARS[one.type]?.example;
    return one.isNullable || example === undefined ? [] : [`${printKey(one.name)}: ${printLiteral(example)}`];
  });
  const members = [`title: ${printString(humanise(name))}`, ...values].join(', ');
  return [
    "import { defineScaffold, resource } from 'cms-api-components';",
    '',
    'export default defineScaffold((site) => {',
    "  site.layout('main', 'Primary');",
    `  site.page('${template}', 'PrimaryPage', 'main', {`,
    '    isTemplate: true,',
    '    configure: (page) =>',
    "      page.group('primary', (group) => {",
    ...(slots.length === 0 ? ['        // Components that every page of the type shows.'] : []),
    ...slots.map((one) => `        group.pageDataPosition('${name}', ${printString(one.name)});`),
    '      }),',
    '  });',
    `  site.pageData(resource('${name}', { ${members} }), { template: '${template}' });`,
    '});',
  ];
}

function humanise(name: string): string {
  return splitWords(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
