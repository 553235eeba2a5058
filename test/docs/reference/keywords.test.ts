import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../runtime/kernel/contract/json.js';
import {
  COMMON_CONSTRAINT_OPTIONS,
  CONSTRAINTS,
} from '../../../runtime/kernel/contract/schema/constraints.js';
import { ROOT } from '../read-pages.js';
import { type Keyword, type KeywordSchema, keywordsOf, printSection, printTable } from './print-keywords.js';
import { expectPage } from './write-page.js';

const EXAMPLES = 'test/docs/reference/examples';
const readJson = <Content>(path: string): Content =>
  JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Content;

interface MetaSchema {
  readonly properties: Readonly<Record<string, KeywordSchema>>;
  readonly $defs: { readonly field: { readonly properties: Readonly<Record<string, KeywordSchema>> } };
}

interface TypeFile extends JsonObject {
  readonly properties: Readonly<Record<string, JsonObject>>;
}

interface FormFile extends JsonObject {
  readonly fields: readonly JsonObject[];
}

function examplesIn<File>(folder: string): readonly (readonly [path: string, file: File])[] {
  const names = readdirSync(join(ROOT, EXAMPLES, folder)).filter((name) => name.endsWith('.json'));
  // The main file has the preferred example of a keyword.
  const sorted = names.sort((a, b) => Number(isMain(b)) - Number(isMain(a)));
  return sorted.map((name) => [`${folder}/${name}`, readJson<File>(`${EXAMPLES}/${folder}/${name}`)]);
}
const isMain = (name: string): boolean => ['Event.json', 'OrderType.json'].includes(name);

const types = examplesIn<TypeFile>('schemas');
const forms = examplesIn<FormFile>('schemas/forms');
const typeFields = types.flatMap(([, { properties }]) => Object.values(properties));
const resource = readJson<MetaSchema>('generator/schema/resource.schema.json');
const form = readJson<MetaSchema>('generator/schema/form.schema.json');

const ofTypes = keywordsOf(
  resource.properties,
  types.map(([, file]) => file),
);
const ofFields = keywordsOf(resource.$defs.field.properties, typeFields);
const ofForms = keywordsOf(
  form.properties,
  forms.map(([, file]) => file),
);
const ofFormFields = keywordsOf(
  form.$defs.field.properties,
  forms.flatMap(([, { fields }]) => fields),
);
const constraintUses = [...typeFields, ...types.map(([, file]) => file)].flatMap(
  ({ 'x-constraints': rules }) => (rules ?? []) as readonly JsonObject[],
);

const isOwn = ({ name }: Keyword): boolean => name.startsWith('x-');
const isPlain = (keyword: Keyword): boolean => !isOwn(keyword);
/** Excludes a keyword that is always rejected. */
const isOffered = ({ name }: Keyword): boolean => name !== 'x-virtual';

function printConstraints(): string {
  const rows = Object.entries(CONSTRAINTS).map(([name, { options, required }]) => {
    const musts = new Set(required.flat());
    const shown = options
      .filter((option) => !/.Message$/.test(option))
      .map((option) => `\`${option}\`${musts.has(option) ? '\\*' : ''}`);
    const example = constraintUses.find((use) => name in use)?.[name] as JsonValue;
    return `| ${name} | ${shown.join(', ')} | \`${JSON.stringify({ [name]: example }).replaceAll('|', '\\|')}\` |`;
  });
  return ['| Constraint | Options | Example |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Prints the files, and the configuration that registers the functions they name. */
function printFiles(files: readonly (readonly [path: string, file: unknown])[]): string {
  const shown = files.map(([path, file]) => `\`\`\`json [${path}]\n${JSON.stringify(file)}\n\`\`\``);
  const config = readFileSync(join(ROOT, EXAMPLES, 'cms.config.ts'), 'utf8');
  return [...shown, `\`\`\`ts [cms.config.ts]\n${config}\`\`\``].join('\n\n');
}

describe('keywords', () => {
  test('of schema files are described in docs/reference/schema-keywords.md', async () => {
    const common = COMMON_CONSTRAINT_OPTIONS.map((option) => `\`${option}\``).join(', ');
    await expectPage(
      'docs/reference/schema-keywords.md',
      `# Schema keywords

Each file in \`schemas/\` defines one type. It is a JSON Schema with additional keywords, which start with \`x-\`. Code editors complete and
explain all keywords if the file has \`resource.schema.json\` as its \`$schema\`. The file of users, \`schemas/User.json\`, supports the
keywords of fields and a few for the type (\`user.schema.json\`). [Form keywords](form-keywords.md) describes the files of forms.
[components.md](../contract/components.md), section 11, specifies the effect of each keyword on requests. The examples are taken from the
files at the end of this page. \`npm run docs:reference\` generates this page from \`generator/schema/\`.

## Keywords of a type

${printTable(ofTypes.filter(isPlain))}

${ofTypes.filter(isOwn).filter(isOffered).map(printSection).join('\n\n')}

## Keywords of a field

${printTable(ofFields.filter(isPlain))}

${ofFields.filter(isOwn).map(fieldSection).join('\n\n')}

## Constraints

Constraints are validation rules in \`x-constraints\` of a field or type, and in \`constraints\` of a form or form field. Each is an
object with one key, the name of the constraint. All constraints support ${common} in addition to their own options, and options
that replace single messages. Options with an asterisk are required; of several, one is required.
[components.md](../contract/components.md), section 6, specifies messages and codes.

${printConstraints()}

## Example files

${printFiles(types)}
`,
    );
  });

  test('of form files are described in docs/reference/form-keywords.md', async () => {
    await expectPage(
      'docs/reference/form-keywords.md',
      `# Form keywords

Each file in \`schemas/forms/\` defines one form type. [Forms](../how-to/forms.md) shows complete examples. Code editors complete and explain
all keywords if the file has \`form.schema.json\` as its \`$schema\`. Forms use the same [constraints](schema-keywords.md#constraints) as
schema files. [components.md](../contract/components.md), section 5, specifies values and responses for each field type. The examples
are taken from the files at the end of this page. \`npm run docs:reference\` generates this page from \`generator/schema/form.schema.json\`.

## Keywords of a form

${printTable(ofForms)}

## Keywords of a field

${printTable(ofFormFields)}

## Example files

${printFiles([...forms, ...types.filter(([path]) => path.endsWith('/Topic.json'))])}
`,
    );
  });

  test('have an example', () => {
    const all = [...ofTypes, ...ofFields, ...ofForms, ...ofFormFields].filter(isOffered);
    expect(all.filter(({ example }) => example === undefined).map(({ name }) => name)).toEqual([]);
    const rules = Object.keys(CONSTRAINTS).filter((name) => !constraintUses.some((use) => name in use));
    expect(rules).toEqual([]);
  });
});

/** Prints the section of a field keyword. Keywords of both types and fields get distinct headings. */
function fieldSection(keyword: Keyword): string {
  const isShared = ofTypes.some(({ name }) => name === keyword.name);
  const text = printSection(keyword);
  return isShared ? text.replace(/^### .*/, `### ${keyword.name} of a field`) : text;
}
