import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/kernel/contract/json.js';
import { DestructiveRunError } from '../../runtime/adapters/persistence/migrations/index.js';
import { propertyRuns } from '../support/property-runs.js';
import { introspect } from './migrations-introspection.js';
import { aMigratedProject, type MigratedProject, migrationsOf, PREFIX } from './migrated-project.js';
import { type Content, createContent, missingFrom } from './stored-content.js';

const text = (more: JsonObject = {}): JsonObject => ({ type: ['string', 'null'], maxLength: 80, ...more });
const renamed = (name: string): JsonObject => ({ 'x-renamed-from': [name] });
const type = (title: string, properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  title,
  type: 'object',
  'x-resource': 'component',
  ...more,
  properties,
});
const article = (properties: JsonObject, more: JsonObject = {}): JsonObject =>
  type('ArticleData', properties, { 'x-resource': 'page_data', ...more });
const user = (properties: JsonObject): JsonObject => ({ title: 'User', type: 'object', properties });
const toTitle = (kind: 'manyToOne' | 'manyToMany'): JsonObject =>
  kind === 'manyToOne'
    ? {
        type: ['string', 'null'],
        format: 'iri-reference',
        'x-relation': { target: 'Heading', kind, onDelete: 'SET NULL' },
      }
    : {
        type: 'array',
        items: { type: 'string', format: 'iri-reference' },
        'x-relation': { target: 'Heading', kind },
      };

const FIRST: readonly JsonObject[] = [
  type('Title', { text: text(), note: text() }),
  article({ summary: text(), heading: { type: ['string', 'null'], 'x-component': 'Title' } }),
];

/** Sets of schema files, each an edit of the previous one. */
function* edits(): Generator<readonly [name: string, schemas: readonly JsonObject[]]> {
  let title = FIRST[0] ?? {};
  let data = FIRST[1] ?? {};
  let others: readonly JsonObject[] = [];
  const all = (): readonly JsonObject[] => [title, data, ...others];
  const fields = (schema: JsonObject): JsonObject => schema.properties as JsonObject;
  const withFields = (schema: JsonObject, more: JsonObject): JsonObject => ({
    ...schema,
    properties: { ...fields(schema), ...more },
  });
  const withoutField = (schema: JsonObject, name: string): JsonObject => ({
    ...schema,
    properties: Object.fromEntries(Object.entries(fields(schema)).filter(([field]) => field !== name)),
  });

  title = withFields(title, { level: { type: ['integer', 'null'] } });
  yield ['a field is added', all()];
  title = withFields(withoutField(title, 'note'), { remark: text(renamed('note')) });
  yield ['a field is renamed', all()];
  title = withFields(title, { remark: text() });
  yield ['the previous name of a field is removed', all()];
  title = withoutField(title, 'remark');
  yield ['a field is removed', all()];
  title = withFields(title, { text: text({ 'x-column': { length: 300 } }) });
  yield ['a field becomes longer', all()];
  title = withFields(title, { text: text({ 'x-column': { type: 'text' } }) });
  yield ['a field becomes a long text', all()];
  others = [type('Quote', { words: text(), source: text() })];
  yield ['a type is added', all()];
  title = { ...title, 'x-order-fields': ['level'], 'x-search': ['text'] };
  yield ['indexes are added', all()];
  title = { ...title, title: 'Heading', ...renamed('Title') };
  data = withFields(data, { heading: { type: ['string', 'null'], 'x-component': 'Heading' } });
  yield ['a type is renamed', all()];
  others = [type('Quote', { words: text(), source: text(), about: toTitle('manyToOne') })];
  yield ['a relation is added', all()];
  others = [withFields(others[0] ?? {}, { topics: toTitle('manyToMany') })];
  yield ['a relation to many is added', all()];
  title = { ...title, 'x-publishable': true };
  yield ['a type becomes publishable', all()];
  data = withFields(data, { quote: { type: ['string', 'null'], 'x-component': 'Quote' } });
  yield ['a slot is added', all()];
  title = withFields(title, { level: { type: ['number', 'null'] } });
  yield ['a number takes fractions', all()];
  others = [{ ...(others[0] ?? {}), 'x-plural': 'sayings' }];
  yield ['a type moves to another address', all()];
  others = [{ ...(others[0] ?? {}), 'x-timestamped': true }];
  yield ['a type becomes timestamped', all()];
  others = [...others, user({ nickname: text() })];
  yield ['users get a field', all()];
  data = withFields(data, { rank: { type: 'integer', default: 3 } });
  yield ['a required field with a default is added', all()];
  data = withFields(withoutField(data, 'summary'), { abstract: text(renamed('summary')), teaser: text() });
  yield ['one field is renamed and one added', all()];
  others = [withoutField(others[0] ?? {}, 'about'), ...others.slice(1)];
  yield ['a relation is removed', all()];
  data = {
    ...withFields(data, { teaser: text({ maxLength: 4, 'x-column': { length: 4 } }) }),
    'x-order-fields': ['rank'],
  };
  yield ['a field becomes shorter than its values', all()];
  others = [others[0] ?? {}, type('Banner', { caption: text() }), ...others.slice(1)];
  title = withFields(title, { subtitle: text() });
  yield ['a type and a field are added', all()];
  title = withFields(withoutField(title, 'subtitle'), { level: { type: ['number', 'null'] } });
  yield ['a field is added and removed', all()];
  data = withoutField(data, 'quote');
  others = others.filter((schema) => schema.title !== 'Quote');
  yield ['a type is removed', all()];
  others = others.filter((schema) => schema.title !== 'User');
  yield ['the fields of users are removed', all()];
}

type Command = 'dev' | 'generate' | 'run' | 'revert';

/** Commands that users type after an edit, by the README and by the messages of commands. */
const ORDERS: readonly (readonly Command[])[] = [
  ['dev'],
  ['generate', 'run'],
  ['dev', 'generate', 'run'],
  ['generate', 'dev', 'run'],
  ['generate', 'run', 'dev'],
  ['generate', 'run', 'revert', 'run'],
  ['dev', 'generate', 'run', 'revert', 'dev'],
  ['generate', 'run', 'revert', 'dev', 'run'],
];

/** Runs a command. Each loss that it refuses is reported, still present, and deleted only with permission. */
async function carryOutCommand(
  project: MigratedProject,
  command: Command,
  read: () => Promise<Content>,
): Promise<void> {
  const apply = async (allowDestructive: boolean): Promise<unknown> => {
    if (command === 'generate') return project.generate({ allowDestructive: true });
    if (command === 'dev') return project.dev({ allowDestructive });
    const migrator = await project.migrator();
    return command === 'run' ? migrator.run({ allowDestructive }) : migrator.revert({ allowDestructive });
  };
  const before = await read();
  const refusal: unknown = await apply(false).then(
    () => undefined,
    (error: unknown) => error,
  );
  const untouched = missingFrom(before, await read());
  expect([...untouched]).toEqual([]);
  if (refusal === undefined) return;
  if (!(refusal instanceof DestructiveRunError)) throw refusal as Error;
  await apply(true);
  for (const [token, places] of missingFrom(before, await read()))
    expect({
      token,
      places,
      isNamed: places.some((place) => isNamed(place, refusal.dataLosses)),
    }).toMatchObject({
      isNamed: true,
    });
}

function isNamed(place: string, dataLosses: readonly string[]): boolean {
  const [table = ''] = place.split('.');
  return dataLosses.some((loss) => loss.includes(`table ${table} `) || loss.includes(`column ${place} `));
}

describe('a populated database after twenty-five edits of the schemas', () => {
  test.each([0, 3, 5].slice(0, propertyRuns(6)))(
    'loses only values that were reported, for any order of commands (%i)',
    async (start) => {
      const project = await aMigratedProject();
      const content = createContent(project);
      await project.write(FIRST);
      await project.dev();
      await content.fill();
      let order = start;
      for (const [name, schemas] of edits()) {
        await project.write(schemas);
        const commands = ORDERS[order % ORDERS.length] ?? [];
        for (const command of commands) {
          await carryOutCommand(project, command, content.read).catch((error: unknown) => {
            throw new Error(`${name}: ${commands.join(', ')}: ${command}`, { cause: error });
          });
          if (command !== 'revert' && command !== 'generate') await content.fill();
        }
        order += 1;
      }
      await project.generate({ allowDestructive: true });
      await (await project.migrator()).run({ allowDestructive: true });
      await expect(project.check()).resolves.toBeUndefined();
      expect(await (await project.migrator()).drift()).toEqual([]);
      expect((await (await project.migrator()).status()).map(({ state }) => state)).toEqual(
        (await migrationsOf(project.root)).map(() => 'applied'),
      );
      const fresh = await aMigratedProject();
      await fresh.write(allEdits().at(-1)?.[1] ?? []);
      await fresh.generate();
      await (await fresh.migrator()).run();
      expect(await introspect(project.connection(), PREFIX)).toEqual(
        await introspect(fresh.connection(), PREFIX),
      );
    },
  );
});

const allEdits = (): readonly (readonly [string, readonly JsonObject[]])[] => [...edits()];
