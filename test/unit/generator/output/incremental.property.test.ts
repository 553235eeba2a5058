import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { generate } from '../../../../generator/index.js';

type Schema = Record<string, unknown> & { properties: Record<string, unknown> };
/** Contents of each file, by its path without the extension. */
type Site = Record<string, Schema | Record<string, unknown>>;

const NAMES = ['Alpha', 'Beta', 'Gamma', 'DeltaData'];
const FIELDS: Readonly<Record<string, unknown>> = {
  text: { type: ['string', 'null'], description: 'Some text.' },
  size: { type: ['integer', 'null'], minimum: 0 },
  look: { type: 'string', enum: ['plain', 'large'], default: 'plain' },
  part: { $ref: '#/$defs/Part' },
  other: {
    type: ['string', 'null'],
    'x-relation': { target: 'Alpha', kind: 'manyToOne', onDelete: 'SET NULL' },
  },
  many: { type: 'array', 'x-relation': { target: 'Alpha', kind: 'manyToMany' } },
};

function aSchema(title: string): Schema {
  return {
    title,
    type: 'object',
    'x-resource': title.endsWith('Data') ? 'page_data' : 'component',
    $defs: {
      Part: { type: ['object', 'null'], properties: { a: { type: 'string' }, b: { type: 'integer' } } },
    },
    properties: {},
  };
}

/** Reverses the order of keys at every depth, because generated code may depend on that order. */
function reversed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

type Edit = (schema: Schema, site: Site) => void;

function toggle(site: Site, name: string, document: Site[string]): void {
  if (name in site) delete site[name];
  else site[name] = document;
}

const EDITS: readonly Edit[] = [
  (schema) => (schema['x-publishable'] = schema['x-publishable'] !== true),
  (schema) => (schema['description'] = `${String(schema['description'] ?? '')}x`),
  (schema) => (schema.properties = reversed(schema.properties) as Schema['properties']),
  (schema) => (schema['$defs'] = reversed(schema['$defs'])),
  (schema, site) => {
    // Other types refer to the first one.
    if (schema['title'] !== 'Alpha') delete site[String(schema['title'])];
  },
  (_schema, site) =>
    toggle(site, 'User', { title: 'User', type: 'object', properties: { nick: FIELDS.text } }),
  (_schema, site) =>
    toggle(site, 'forms/AskType', { name: 'AskType', fields: [{ name: 'a', type: 'text' }] }),
];

const edit = fc.oneof(
  fc.record({ name: fc.constantFrom(...NAMES), field: fc.constantFrom(...Object.keys(FIELDS)) }),
  fc.record({ name: fc.constantFrom(...NAMES), edit: fc.constantFrom(...EDITS) }),
);
type AnyEdit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

/** Adds the type if it does not exist. Otherwise it toggles a field, or applies the edit. */
function apply(site: Site, change: AnyEdit): void {
  // Types have only names of types.
  const schema = (site[change.name] ??= aSchema(change.name)) as Schema;
  if ('edit' in change) change.edit(schema, site);
  else if (Object.hasOwn(schema.properties, change.field)) delete schema.properties[change.field];
  else schema.properties[change.field] = FIELDS[change.field];
}

async function aFolder(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'project-'));
  onTestFinished(() => rm(root, { recursive: true }));
  return root;
}

/** Changes a byte of the cached results, deletes them, or keeps them. */
type Damage = 'none' | 'gone' | 'cut' | 'edited';
const damage = fc.constantFrom<Damage>('none', 'none', 'none', 'gone', 'cut', 'edited');

async function spoilCache(root: string, harm: Damage): Promise<void> {
  const path = join(root, '.cms/known-types.jsonl');
  if (harm === 'gone') await rm(path, { force: true });
  if (harm !== 'cut' && harm !== 'edited') return;
  const text = await readFile(path, 'utf8').catch(() => '');
  const spoiled = harm === 'cut' ? text.slice(0, text.length / 2) : text.replaceAll('text', 'tixt');
  await writeFile(path, spoiled);
}

async function generateInto(root: string, site: Site): Promise<Record<string, string>> {
  await rm(join(root, 'schemas'), { recursive: true, force: true });
  await mkdir(join(root, 'schemas/forms'), { recursive: true });
  for (const [name, schema] of Object.entries(site)) {
    await writeFile(join(root, `schemas/${name}.json`), JSON.stringify(schema));
  }
  await generate({ projectRoot: root, allowDestructive: true });
  return treeOf(join(root, 'generated'));
}

/** Migrations depend on the history of the site. All other files depend only on its current state. */
async function treeOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('migrations'));
  const texts = files.map(async ({ parentPath, name }): Promise<[string, string]> => {
    const path = join(parentPath, name);
    return [path.slice(folder.length), await readFile(path, 'utf8')];
  });
  return Object.fromEntries(await Promise.all(texts));
}

describe('generate', () => {
  test('gives the same result after any edits as from an empty folder', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(edit, damage), { minLength: 3, maxLength: 10 }), async (changes) => {
        const worked = await aFolder();
        const site: Site = { Alpha: aSchema('Alpha') };
        await generateInto(worked, site);
        for (const [change, harm] of changes) {
          apply(site, change);
          await spoilCache(worked, harm);
          const incremental = await generateInto(worked, site);
          expect(incremental).toEqual(await generateInto(await aFolder(), site));
        }
      }),
      { numRuns: 8 },
    );
  });
});
