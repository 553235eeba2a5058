import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../runtime/kernel/contract/json.js';
import { aMigratedProject, type MigratedProject } from './migrated-project.js';
import { createContent, missingFrom } from './stored-content.js';
import {
  MEMBER_SWITCHES,
  type MemberSwitch,
  memberType,
  SPECIAL,
  targetTypes,
  TYPE_SWITCHES,
  typeWith,
} from './keyword-switches.js';

/** Writes the schemas, generates and migrates, like `cms generate && cms migrate:run`. */
async function apply(
  project: MigratedProject,
  schemas: readonly JsonObject[],
  allowDestructive = false,
): Promise<void> {
  await project.write(schemas);
  await project.generate({ allowDestructive });
  const migrator = await project.migrator();
  await migrator.run({ allowDestructive });
  expect(await migrator.drift()).toEqual([]);
}

async function withRows(schemas: readonly JsonObject[]): Promise<MigratedProject> {
  const project = await aMigratedProject();
  await apply(project, schemas);
  await createContent(project).fill();
  return project;
}

const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing was refused',
    (error: unknown) => String(error instanceof Error ? error.message : error),
  );

type State = 'off' | 'on';

/** A type for each of the keywords, all with the keyword or all without it. */
const typesOf = (switches: readonly MemberSwitch[], state: State): readonly JsonObject[] => [
  ...targetTypes,
  ...switches.map(({ off, on }, index) => memberType(`Case${index}`, state === 'on' ? on : off)),
];

const PLAIN = MEMBER_SWITCHES.filter(({ loses }) => loses === undefined);
const LOSING = MEMBER_SWITCHES.filter(({ loses }) => loses !== undefined);

describe('keywords on tables with rows', () => {
  test('are all tested', async () => {
    const path = new URL('../../generator/schema/resource.schema.json', import.meta.url);
    const schema = JSON.parse(await readFile(path, 'utf8')) as {
      properties: JsonObject;
      $defs: { field: { properties: JsonObject } };
    };
    const members = new Set(MEMBER_SWITCHES.map(({ keyword }) => keyword.split('.')[0]));
    const ofTypes = Object.keys(schema.properties).filter((name) => !(name in TYPE_SWITCHES));
    const ofMembers = Object.keys(schema.$defs.field.properties).filter((name) => !members.has(name));
    expect(ofTypes.filter((name) => !SPECIAL.types.includes(name))).toEqual([]);
    expect(ofMembers.filter((name) => !SPECIAL.members.includes(name))).toEqual([]);
  });

  test('of types are enabled and disabled, and no value is lost', async () => {
    const entries = Object.entries(TYPE_SWITCHES);
    const typed = (state: State): readonly JsonObject[] => [
      ...targetTypes,
      ...entries.map(([, more], index) => typeWith(`Case${index}`, state === 'on' ? more : {})),
    ];
    const project = await withRows(typed('off'));
    const content = createContent(project);
    const before = await content.read();
    for (const state of ['on', 'off'] as const) {
      await apply(project, typed(state));
      expect([...missingFrom(before, await content.read())], state).toEqual([]);
    }
  });

  test('of members are enabled and disabled, and no value is lost', async () => {
    const project = await withRows(typesOf(PLAIN, 'off'));
    const content = createContent(project);
    for (const state of ['on', 'off'] as const) {
      const before = await content.read();
      await apply(project, typesOf(PLAIN, state));
      expect([...missingFrom(before, await content.read())], state).toEqual([]);
      await content.fill();
    }
  });

  test('of members that lose values report the loss, and need the permission', async () => {
    const project = await withRows(typesOf(LOSING, 'off'));
    for (const state of ['on', 'off'] as const) {
      const wanted = typesOf(LOSING, state);
      await project.write(wanted);
      await project.generate({ allowDestructive: true });
      const message = await failure((await project.migrator()).run());
      for (const [index, { loses, keyword }] of LOSING.entries())
        if (loses === state || loses === 'both')
          expect(message, `${keyword} ${state}`).toMatch(new RegExp(`case${index}s?\\b|Case${index}\\b`));
      await apply(project, wanted, true);
      await createContent(project).fill();
    }
  });
});

const booking = (more: JsonObject = {}): JsonObject => ({
  title: 'Booking',
  type: 'object',
  'x-resource': 'record',
  properties: { name: { type: ['string', 'null'] } },
  ...more,
});

describe('x-timestamped', () => {
  test.each<JsonValue>([true, { createdAtField: 'madeAt', modifiedAtField: 'changedAt' }])(
    'is added to a record type with rows, which get the time of the migration: %j',
    async (stamps) => {
      const project = await withRows([booking()]);
      const start = Date.now();
      await apply(project, [booking({ 'x-timestamped': stamps })]);
      const rows = await project.query(`select created_at, modified_at from ${project.table('bookings')}`);
      expect(rows).toHaveLength(2);
      for (const moment of rows.flatMap((row) => Object.values(row)))
        expect(Math.abs(new Date(`${String(moment)}`).getTime() - start)).toBeLessThan(36 * 3_600_000);
      const { connection, table } = project;
      const insert = `insert into ${table('bookings')} (id) values ('018f0000-0000-7000-8000-000000000009')`;
      await expect(connection().query(insert)).rejects.toThrow();
      await (await project.migrator()).revert({ allowDestructive: true });
      await (await project.migrator()).run();
    },
  );

  test('is removed with permission, because its values are lost, and added again', async () => {
    const project = await withRows([booking({ 'x-timestamped': true })]);
    expect(await failure(apply(project, [booking()]))).toMatch(/created_at/);
    await apply(project, [booking()], true);
    await apply(project, [booking({ 'x-timestamped': true })]);
  });
});

describe('changes that stored rows prevent', () => {
  const note = (value: JsonObject, more: JsonObject = {}): JsonObject => typeWith('Note', more, { value });
  const optional = { type: ['string', 'null'] };

  async function aNote(
    values: readonly [JsonValue, JsonValue],
    more: JsonObject = {},
  ): Promise<MigratedProject> {
    const project = await withRows([note(optional, more)]);
    await assign(project, values);
    return project;
  }

  async function assign(project: MigratedProject, values: readonly [JsonValue, JsonValue]): Promise<void> {
    const rows = await project.query(`select id from ${project.table('notes')} order by id`);
    for (const [index, { id }] of rows.entries()) {
      const sql = `update ${project.table('notes')} set ${project.column('value')} = ? where id = ?`;
      await project.connection().query(sql, [values[index] as string | null, String(id)]);
    }
  }

  test('required: a default or values for the rows, as the message suggests', async () => {
    const required = note({ type: 'string' }, { required: ['value'] });
    const withDefault = note({ type: 'string', default: 'none' }, { required: ['value'] });
    const first = await aNote(['a', null]);
    expect(await failure(apply(first, [required]))).toMatch(
      /Give those rows a value first, give the member a default/,
    );
    await first.write([withDefault]);
    await apply(first, [withDefault]);
    const second = await aNote(['a', null]);
    await failure(apply(second, [required]));
    await assign(second, ['a', 'b']);
    await apply(second, [required]);
    await apply(second, [note(optional)]);
  });

  test('a new required member: a default, as the message suggests', async () => {
    const project = await withRows([typeWith('Note', {}, {})]);
    const wanted = (value: JsonObject): JsonObject => note(value, { required: ['value'] });
    expect(await failure(apply(project, [wanted({ type: 'string' })]))).toMatch(/Give the member a default/);
    await apply(project, [wanted({ type: 'string', default: 'none' })]);
    await apply(project, [wanted({ type: 'string' })]);
  });

  test('enum and const: other values, as the message suggests', async () => {
    for (const rule of [{ enum: ['a', 'b', null] }, { const: 'a' }]) {
      const project = await aNote(['a', 'z']);
      const wanted = note({ ...optional, ...rule });
      expect(await failure(apply(project, [wanted]))).toMatch(/Change those rows/);
      await assign(project, ['a', 'a']);
      await apply(project, [wanted]);
      await apply(project, [note(optional)]);
    }
  });

  test('unique values: different values, as the message suggests', async () => {
    for (const wanted of [
      note({ ...optional, 'x-column': { unique: true } }),
      note(optional, { 'x-unique': [['value']] }),
    ]) {
      const project = await aNote(['a', 'a']);
      expect(await failure(apply(project, [wanted]))).toMatch(/Make them differ/);
      await assign(project, ['a', 'b']);
      await apply(project, [wanted]);
      await apply(project, [note(optional)]);
    }
  });

  test('another kind of type: a different name, as the message suggests', async () => {
    const project = await withRows([note(optional)]);
    const record = { ...note(optional), 'x-resource': 'record' };
    expect(await failure(apply(project, [record]))).toMatch(/name of its own/);
    await apply(project, [note(optional), { ...record, title: 'NoteRecord' }]);
  });

  test('names of columns: the previous name in x-renamed-from, as the message suggests', async () => {
    const upload = (more: JsonObject): JsonObject => ({
      type: ['string', 'null'],
      'x-upload': { adapter: 'public', ...more },
    });
    const cases: readonly (readonly [on: JsonObject, off: JsonObject, column: string])[] = [
      [{ ...optional, 'x-column': { name: 'own_name' } }, optional, 'own_name'],
      [upload({ property: 'picturePath' }), upload({}), 'picturePath'],
    ];
    for (const [on, off, previous] of cases) {
      const project = await withRows([note(on)]);
      const content = createContent(project);
      const before = await content.read();
      expect(await failure(apply(project, [note(off)]))).toMatch(/"x-renamed-from"/);
      await apply(project, [note({ ...off, 'x-renamed-from': [previous] })]);
      expect([...missingFrom(before, await content.read())]).toEqual([]);
    }
  });

  test('another title: the previous one in x-renamed-from, as the message suggests', async () => {
    const project = await withRows([note(optional)]);
    const content = createContent(project);
    const before = await content.read();
    const renamed = { ...note(optional), title: 'Remark' };
    expect(await failure(apply(project, [renamed]))).toMatch(/"x-renamed-from"/);
    await apply(project, [{ ...renamed, 'x-renamed-from': ['Note'] }]);
    // The name of the type is itself a value of the rows.
    expect([...missingFrom(before, await content.read()).keys()].filter((token) => token !== 'Note')).toEqual(
      [],
    );
  });
});
