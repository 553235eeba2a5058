import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertValue } from '../../runtime/adapters/persistence/migrations/convert-value.js';
import type { JsonObject } from '../../runtime/kernel/contract/json.js';
import type { ColumnDefinition } from '../../runtime/kernel/contract/database/table.js';
import { speaksMysql, testDatabaseName } from '../support/database.js';
import { ID, PREFIX, chain, table, useMigratedDatabase } from './migrations-fixture.js';
import { introspect } from './migrations-introspection.js';
import { aMigratedProject, type MigratedProject } from './migrated-project.js';
import { createContent } from './stored-content.js';
import { arbitraryEdits, definitionsOf, type ModelTable, START, statesAfter } from './schema-edits.js';

const site = useMigratedDatabase();
const SLOW = 120_000;

const ROWS = [
  { id: ID[0], red: 7, green: 'seven' },
  { id: ID[1], red: 1, green: '12' },
] as const;

type Stored = string | number | boolean | null;

/** Expected final value of an initial value, converted once to the final column type. */
function ended(from: ColumnDefinition, to: ColumnDefinition, value: Stored): Stored {
  const converted =
    from.type === to.type ? { kind: 'kept', text: String(value) } : convertValue(from, to, value);
  if ('text' in converted) return plain(to, converted.text);
  return fillOf(to);
}

function fillOf({ nullable, default: value }: ColumnDefinition): Stored {
  return nullable ? null : (value as Stored);
}

/** Databases print booleans and numbers in different ways. */
function plain({ type }: ColumnDefinition, value: unknown): Stored {
  if (value === null) return null;
  if (type === 'boolean') return ['true', '1'].includes(String(value));
  return type === 'string' ? String(value) : Number(value);
}

/** Expected final values of each row and column. There are several if a name was used again. */
function expectedOf(end: ModelTable): readonly (readonly (readonly Stored[])[])[] {
  return ROWS.map((row) =>
    end.columns.map(({ identity, definition }) => {
      const source = START.columns.find((each) => each.identity === identity);
      const valueOf = ({ definition: { name, ...rest } }: ModelTable['columns'][number]): Stored =>
        ended({ name, ...rest }, definition, row[name as 'red' | 'green']);
      if (source !== undefined) return [valueOf(source)];
      return [fillOf(definition), ...START.columns.map(valueOf)];
    }),
  );
}

/** Returns whether no initial value is dropped, truncated, rounded or unreadable at the end. */
function losesNothing(end: ModelTable): boolean {
  return START.columns.every(({ identity, definition: from }) => {
    const to = end.columns.find((each) => each.identity === identity)?.definition;
    return (
      to !== undefined &&
      ROWS.every((row) => {
        const value = row[from.name as 'red' | 'green'];
        return from.type === to.type || convertValue(from, to, value).kind === 'kept';
      })
    );
  });
}

describe('several pending migrations of random edits, some of them reverted', () => {
  test(
    'keep the initial values of every row, converted once to the final column types',
    async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryEdits, async (edits) => {
          const states = statesAfter(edits);
          const end = states.at(-1) ?? START;
          const migrations = chain(...definitionsOf(states)).filter(({ up }) => up.length > 0);
          await site.migratorOf(migrations.slice(0, 1)).run();
          for (const row of ROWS) await site.insert('fruit', row);
          const isTrue =
            end.columns.every(({ identity }) => identity <= START.columns.length) && losesNothing(end);
          await site.migratorOf(migrations).run({ allowDestructive: !isTrue });
          const names = end.columns.map(({ definition }) => definition.name);
          const rows = await site.rowsOf(end.name, ['id', ...names]);
          const found = rows.map((row) =>
            end.columns.map(({ definition }) => plain(definition, row[definition.name])),
          );
          for (const [index, row] of expectedOf(end).entries())
            for (const [place, values] of row.entries()) expect(values).toContainEqual(found[index]?.[place]);
          expect(await introspect(site.connection, PREFIX)).toEqual(
            await site.introspectFresh(definitionsOf([end])[0] ?? []),
          );
          await site.migratorOf(migrations).revert({ steps: migrations.length, allowDestructive: true });
        }),
        { numRuns: testDatabaseName() === 'sqlite' ? 60 : 15 },
      );
    },
    SLOW,
  );
});

const component = (properties: JsonObject): JsonObject => ({
  title: 'Title',
  type: 'object',
  'x-resource': 'component',
  properties: { text: { type: ['string', 'null'] }, ...properties },
});
const level = (type: string): JsonObject => component({ level: { type: [type, 'null'] } });

async function aProject(schema: JsonObject): Promise<MigratedProject> {
  const project = await aMigratedProject();
  await project.write([schema]);
  await project.generate();
  await (await project.migrator()).run();
  return project;
}

const levels = async (project: MigratedProject): Promise<unknown> =>
  (await project.query(`select level from ${project.table('titles')}`)).map((row) => Number(row.level));

describe('a change that is refused', () => {
  test('is reverted by another migration, with every value unchanged', async () => {
    const project = await aProject(level('integer'));
    await createContent(project).fill();
    const before = await levels(project);
    expect(before).toHaveLength(2);
    await project.write([level('boolean')]);
    await project.generate();
    const migrator = await project.migrator();
    await expect(migrator.run()).rejects.toThrow(/titles.level \(integer to boolean\)/);
    await project.write([level('integer')]);
    await project.generate();
    expect(await (await project.migrator()).run()).toHaveLength(2);
    expect(await levels(project)).toEqual(before);
    expect(await (await project.migrator()).drift()).toEqual([]);
  });

  test('is reverted by cms dev, which keeps every value too', async () => {
    const project = await aProject(level('integer'));
    await createContent(project).fill();
    const before = await levels(project);
    await project.write([level('boolean')]);
    await project.generate();
    await project.write([level('integer')]);
    expect(await project.dev()).toBe(true);
    expect(await levels(project)).toEqual(before);
  });

  test('reports each loss once, even if several migrations change the column', async () => {
    const project = await aProject(level('integer'));
    await createContent(project).fill();
    await project.write([level('boolean')]);
    await project.generate();
    await project.write([
      component({ level: { type: ['boolean', 'null'] }, more: { type: ['string', 'null'] } }),
    ]);
    await project.generate();
    const refusal: unknown = await (await project.migrator()).run().catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      dataLosses: [expect.stringContaining('titles.level (integer to boolean)')],
    });
  });
});

const strings = (count: number, more: Partial<ColumnDefinition>): readonly ColumnDefinition[] =>
  Array.from({ length: count }, (_value, index) => ({
    name: `text_${index}`,
    type: 'string',
    nullable: true,
    ...more,
  }));
const id = START.columns[0]?.definition ?? { name: 'red', type: 'integer', nullable: true };

describe('a migration that the database refuses', () => {
  /** More columns than any database allows in one table. */
  const tooMany = [table('fruit', [id]), table('basket', strings(2100, {}))];

  test('suggests a fix, and following it applies the correction', async () => {
    const wrong = chain([table('fruit', [id])], tooMany);
    await site.migratorOf(wrong.slice(0, 1)).run();
    await site.insert('fruit', { id: ID[0], red: 7 });
    await expect(site.migratorOf(wrong).run()).rejects.toThrow(
      /0002_step: createTable basket: [^]*Correct the schemas[^]*`cms generate`[^]*`cms migrate:run`/,
    );
    const corrected = [table('fruit', [id]), table('basket', strings(3, {}))];
    const migrations = chain([table('fruit', [id])], tooMany, corrected);
    for (let run = 0; run < 2; run += 1) await site.migratorOf(migrations).run();
    expect(await introspect(site.connection, PREFIX)).toEqual(await site.introspectFresh(corrected));
    expect(await site.rowsOf('fruit', ['red'])).toEqual([{ red: 7 }]);
    expect((await site.migratorOf(migrations).status()).map(({ state }) => state)).toEqual(
      migrations.map(() => 'applied'),
    );
  });

  test('after some statements is corrected from the current tables', async () => {
    // Only MariaDB limits the bytes of a row. It accepts the first columns and refuses a later one.
    const wide = [table('fruit', [id, ...strings(80, {})])];
    const corrected = [table('fruit', [id, ...strings(80, { type: 'text' })])];
    const wrong = chain([table('fruit', [id])], wide);
    await site.migratorOf(wrong.slice(0, 1)).run();
    await site.insert('fruit', { id: ID[0], red: 7 });
    const refusal: unknown = await site
      .migratorOf(wrong)
      .run()
      .catch((error: unknown) => error);
    if (speaksMysql()) {
      expect(String(refusal)).toMatch(/addColumn fruit\.text_\d+: Row size too large/);
      expect(
        String(
          await site
            .migratorOf(wrong)
            .run()
            .catch((error: unknown) => error),
        ),
      ).toMatch(/Row size too large/);
    }
    const migrations = chain([table('fruit', [id])], wide, corrected);
    await site.migratorOf(migrations).run();
    expect(await introspect(site.connection, PREFIX)).toEqual(await site.introspectFresh(corrected));
    expect(await site.rowsOf('fruit', ['red'])).toEqual([{ red: 7 }]);
  });
});
