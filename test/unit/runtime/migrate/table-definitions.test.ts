import { describe, expect, test } from 'vitest';
import { diffSnapshots } from '../../../../runtime/adapters/persistence/migrations/states/diff-snapshots.js';
import type {
  FieldDescriptor,
  ResourceDescriptor,
} from '../../../../runtime/kernel/contract/schema/resource.js';
import type { TableDefinition } from '../../../../runtime/kernel/contract/database/table.js';
import { constraintName } from '../../../../runtime/kernel/util/database/constraint-name.js';
import { CORE_DEFAULTS } from '../../../../runtime/model/defaults.js';
import { builtInResources } from '../../../../runtime/project/project-types.js';
import { tableDefinitions } from '../../../../runtime/model/table-definitions.js';

const coreResources = builtInResources().filter(({ name }) => name !== 'User');

const access = { readable: true, writable: true };

function component(name: string, table: string, rest: Partial<ResourceDescriptor> = {}): ResourceDescriptor {
  return {
    ...CORE_DEFAULTS,
    kind: 'component',
    name,
    classIdentifier: name,
    path: `/component/${table}s`,
    table,
    fields: [],
    validate: () => undefined,
    ...rest,
  } as ResourceDescriptor; // Spreading a partial would overwrite the members that the literal above sets.
}

const text = (name: string, rest: object = {}): FieldDescriptor => ({
  kind: 'scalar',
  name,
  column: name,
  type: 'string',
  accepts: ['string'],
  nullable: true,
  ...access,
  ...rest,
});

const toOne = (name: string, target: string): FieldDescriptor => ({
  kind: 'to-one',
  name,
  target,
  column: `${name}_id`,
  nullable: true,
  onDelete: 'set-null',
  ...access,
});

function tableOf(name: string, resources: readonly ResourceDescriptor[]): TableDefinition {
  const found = tableDefinitions([...coreResources, ...resources]).find((table) => table.name === name);
  if (found === undefined) throw new Error(`no table ${name}`);
  return found;
}

const indexNames = (table: TableDefinition): readonly string[] =>
  table.indexes.map(({ name }) => name).sort();

describe('tableDefinitions', () => {
  test('a component has its own columns and shares the id of its base row', () => {
    const hero = tableOf('hero', [component('Hero', 'hero', { fields: [text('title', { length: 80 })] })]);
    expect(hero).toEqual({
      name: 'hero',
      columns: [
        { name: 'id', type: 'uuid', nullable: false },
        { name: 'title', type: 'string', nullable: true, length: 80 },
      ],
      primaryKey: ['id'],
      indexes: [],
      foreignKeys: [
        {
          name: 'fk_hero_id',
          columns: ['id'],
          references: { table: 'abstract_component', columns: ['id'] },
          onDelete: 'restrict',
        },
      ],
      publishable: false,
    });
  });

  test('relations, ordered, searched, filtered and unique columns have an index, long text columns have none', () => {
    const fields = [
      text('title'),
      text('body', { type: 'text' }),
      text('slug', { unique: true }),
      toOne('page', 'Page'),
    ];
    const rest = {
      fields,
      orderFields: ['title', 'createdAt'],
      searchFields: ['title', 'body', 'page.title'],
    };
    expect(indexNames(tableOf('hero', [component('Hero', 'hero', rest)]))).toEqual([
      'idx_hero_page_id',
      'idx_hero_title_id',
      'uniq_hero_slug',
    ]);
  });

  test('a draft can have the same unique value as its published row', () => {
    const publishable = {
      field: 'publishedAt',
      publishedAssociation: 'publishedResource',
      draftAssociation: 'draftResource',
      validationGroups: [],
    };
    const hero = component('Hero', 'hero', { fields: [text('slug', { unique: true })], publishable });
    expect(tableOf('hero', [hero]).indexes).toEqual([
      { name: 'idx_hero_slug', columns: ['slug'], unique: false },
    ]);
  });

  test('the owning side of a list defines the link table, the other side does not', () => {
    const list = (owner: boolean): FieldDescriptor => ({
      kind: 'to-many',
      name: 'pages',
      target: 'Page',
      through: { kind: 'link', table: 'hero_pages', ownColumn: 'hero_id', targetColumn: 'page_id', owner },
      ...access,
    });
    const link = tableOf('hero_pages', [component('Hero', 'hero', { fields: [list(true)] })]);
    expect(link.primaryKey).toEqual(['hero_id', 'page_id']);
    expect(indexNames(link)).toEqual(['idx_hero_pages_page_id']);
    expect(link.foreignKeys.map(({ references }) => references.table)).toEqual(['hero', 'page']);
    expect(() => tableOf('hero_pages', [component('Hero', 'hero', { fields: [list(false)] })])).toThrow(
      'no table',
    );
  });

  test('a relation to a component references the base table, whether others extend it or not', () => {
    const resources = [
      component('Card', 'card'),
      component('BigCard', 'big_card', { parent: 'Card' }),
      component('Deck', 'deck', { fields: [toOne('card', 'Card')] }),
    ];
    const targets = tableOf('deck', resources).foreignKeys.map(({ references }) => references.table);
    expect(targets).toEqual(['abstract_component', 'abstract_component']);
    const unextended = resources.filter(({ parent }) => parent === undefined);
    expect(tableOf('deck', unextended)).toEqual(tableOf('deck', resources));
  });

  test('previous names of tables and columns are passed to the migration', () => {
    const rest = { previousTables: ['html_heroes'], fields: [text('title', { renamedFrom: ['heading'] })] };
    const hero = tableOf('hero_image', [component('HeroImage', 'hero_image', rest)]);
    expect(hero.renamedFrom).toEqual(['html_heroes']);
    expect(hero.columns.at(-1)?.renamedFrom).toEqual(['heading']);
  });

  test('two definitions of one table are a programming error', () => {
    expect(() => tableOf('page', [component('Other', 'page')])).toThrow('Two definitions claim table page.');
  });

  test('a relation can reference a type whose table no resource describes', () => {
    const hero = component('Hero', 'hero', { fields: [toOne('owner', 'User')] });
    const users: TableDefinition = {
      name: 'user',
      columns: [],
      primaryKey: ['id'],
      indexes: [],
      foreignKeys: [],
    };
    const found = tableDefinitions([...coreResources, hero], [users]).find(({ name }) => name === 'hero');
    expect(found?.foreignKeys.at(-1)?.references).toEqual({ table: 'user', columns: ['id'] });
  });

  test('HTML that a type searches, directly or through a relation, has a column with its text', () => {
    const html = (rest: object) => text('html', { type: 'text', ...rest });
    const columns = (rest: object, searchFields: readonly string[]) =>
      tableOf('note', [
        component('Note', 'note', { fields: [html(rest), text('title')], searchFields: ['title'] }),
        component('Board', 'board', { fields: [toOne('note', 'Note')], searchFields }),
        component('Other', 'other', { fields: [html({})] }),
      ]).columns.slice(3);
    const textColumn = { name: '_html', type: 'text', nullable: true };
    expect(columns({}, ['note.html'])[0]).toEqual(textColumn);
    expect(columns({ renamedFrom: ['body'] }, ['note.html'])[0]).toEqual({
      ...textColumn,
      renamedFrom: ['_body'],
    });
    const none = [columns({}, ['note.title']), columns({ html: false }, ['note.html'])].flat();
    expect(none.map(({ name }) => name)).not.toContain('_html');
    const own = component('Own', 'own', { fields: [text('body', { html: {} })], searchFields: ['body'] });
    expect(tableOf('own', [own]).columns.map(({ name }) => name)).toEqual(['id', 'body', '_body']);
  });

  test('identifiers and unique text are compared byte by byte', () => {
    const exact = (name: string): readonly string[] =>
      tableOf(name, []).columns.flatMap((column) => (column.binary === true ? [column.name] : []));
    expect(exact('route')).toEqual(['route', 'name']);
    expect(exact('layout')).toEqual(['reference']);
  });

  test('an unknown target is a programming error', () => {
    expect(() => tableOf('hero', [component('Hero', 'hero', { fields: [toOne('x', 'Nothing')] })])).toThrow(
      /Nothing/,
    );
  });

  test('every foreign key of the built-in tables has an index that starts with it', () => {
    const tables = tableDefinitions(coreResources);
    const bare = tables.flatMap((table) =>
      table.foreignKeys
        .filter(
          ({ columns }) =>
            ![table.primaryKey, ...table.indexes.map((index) => index.columns)].some(
              (list) => list[0] === columns[0],
            ),
        )
        .map(({ name }) => name),
    );
    expect(bare).toEqual([]);
    const created = diffSnapshots([], tables).filter(({ kind }) => kind === 'createTable');
    expect(created).toHaveLength(tables.length);
  });
});

describe('constraintName', () => {
  test('is readable if it is short enough, and otherwise ends in a hash', () => {
    expect(constraintName('fk', 'hero', ['page_id'])).toBe('fk_hero_page_id');
    const long = constraintName('idx', 'a'.repeat(40), ['b'.repeat(40)]);
    expect(long).toHaveLength(60);
    expect(long).toMatch(/^idx_a{40}_b+_[0-9a-f]{8}$/);
    expect(constraintName('idx', 'a'.repeat(40), ['b'.repeat(41)])).not.toBe(long);
  });
});
