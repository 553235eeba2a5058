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
  // The file that uses most shows first how a keyword is written.
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
/** It is there to be refused. */
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

/** The files, and the configuration that registers what they name. */
function printFiles(files: readonly (readonly [path: string, file: unknown])[]): string {
  const shown = files.map(([path, file]) => `\`\`\`json [${path}]\n${JSON.stringify(file)}\n\`\`\``);
  const config = readFileSync(join(ROOT, EXAMPLES, 'cms.config.ts'), 'utf8');
  return [...shown, `\`\`\`ts [cms.config.ts]\n${config}\`\`\``].join('\n\n');
}

describe('keywords', () => {
  test('of schema files are in docs/reference/schema-keywords.md, as the schemas of schema files say', async () => {
    const common = COMMON_CONSTRAINT_OPTIONS.map((option) => `\`${option}\``).join(', ');
    await expectPage(
      'docs/reference/schema-keywords.md',
      `# Keywords of schema files

A file of \`schemas/\` is one type. It is JSON Schema, and what JSON Schema has no word for begins with \`x-\`. Editors complete and explain
all of it when the file names \`resource.schema.json\` as its \`$schema\`. The file of users, \`schemas/User.json\`, has the keywords of
fields and few of its own (\`user.schema.json\`); files of forms are on [their page](form-keywords.md). What each keyword means for requests,
rule by rule, is in [components.md](../contract/components.md), section 11. The examples are taken from the files at the end of
this page. \`npm run docs:reference\` writes it from \`generator/schema/\`.

## Keywords of a type

${printTable(ofTypes.filter(isPlain))}

${ofTypes.filter(isOwn).filter(isOffered).map(printSection).join('\n\n')}

## Keywords of a field

${printTable(ofFields.filter(isPlain))}

${ofFields.filter(isOwn).map(fieldSection).join('\n\n')}

## Constraints

Rules for values, in \`x-constraints\` of a field or of a type, and in \`constraints\` of a form field. Each is an object with the
name of the rule as its one key. All take ${common} besides their own options, and texts in place of single messages; options with an
asterisk must be there, one of them where there are several. Messages and codes: [components.md](../contract/components.md), section 6.

${printConstraints()}

## The files of the examples

${printFiles(types)}
`,
    );
  });

  test('of form files are in docs/reference/form-keywords.md', async () => {
    await expectPage(
      'docs/reference/form-keywords.md',
      `# Keywords of form files

A file of \`schemas/forms/\` is one form type; [how to make forms](../how-to/forms.md) shows some that work. Editors complete and explain the
keywords when the file names \`form.schema.json\` as its \`$schema\`. Constraints are those of [schema files](schema-keywords.md#constraints).
Values and answers, type by type: [components.md](../contract/components.md), section 5. The examples are taken from
the files at the end of this page. \`npm run docs:reference\` writes it from \`generator/schema/form.schema.json\`.

## Keywords of a form

${printTable(ofForms)}

## Keywords of a field

${printTable(ofFormFields)}

## The files of the examples

${printFiles([...forms, ...types.filter(([path]) => path.endsWith('/Topic.json'))])}
`,
    );
  });

  test('have an example each', () => {
    const all = [...ofTypes, ...ofFields, ...ofForms, ...ofFormFields].filter(isOffered);
    expect(all.filter(({ example }) => example === undefined).map(({ name }) => name)).toEqual([]);
    const rules = Object.keys(CONSTRAINTS).filter((name) => !constraintUses.some((use) => name in use));
    expect(rules).toEqual([]);
  });
});

/** Some keywords are those of a type and of a field: headings tell them apart. */
function fieldSection(keyword: Keyword): string {
  const isShared = ofTypes.some(({ name }) => name === keyword.name);
  const text = printSection(keyword);
  return isShared ? text.replace(/^### .*/, `### ${keyword.name} of a field`) : text;
}
