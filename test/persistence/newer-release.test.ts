import { describe, expect, test } from 'vitest';
import type { ColumnDefinition, TableDefinition } from '../../runtime/kernel/contract/database/table.js';
import { chain, table, useMigratedDatabase } from './migrations-fixture.js';

const { migratorOf } = useMigratedDatabase();

const colour: ColumnDefinition = { name: 'colour', type: 'string', nullable: true };
const weight: ColumnDefinition = { name: 'weight', type: 'integer', nullable: true };
const BEFORE = [table('fruit', [colour])];

/** Errors of the previous release after a newer release has migrated to these tables. */
async function findAfter(...newer: readonly (readonly TableDefinition[])[]) {
  const migrations = chain(BEFORE, ...newer);
  await migratorOf(migrations.slice(0, 1)).run();
  await migratorOf(migrations).run({ allowDestructive: true });
  const before = migratorOf(migrations.slice(0, 1), { current: { tables: BEFORE, types: [] } });
  const states = (await before.status()).map(({ state }) => state);
  return { states, drift: await before.drift() };
}

describe('the code of a release on a database that a newer release has migrated', () => {
  test('is compatible if no step breaks it', async () => {
    const wider = [table('fruit', [colour, weight]), table('basket', [])];
    const found = await findAfter(wider, [...wider, table('shop', [])]);
    expect(found).toEqual({ states: ['applied', 'newer', 'newer'], drift: [] });
  });

  test('is not compatible if one of several migrations requires a stop', async () => {
    const found = await findAfter([table('fruit', [colour, weight])], [table('fruit', [weight])]);
    expect(found.states).toEqual(['applied', 'missing', 'missing']);
    expect(found.drift).toEqual(['0002_step (missing)', '0003_step (missing)']);
  });

  test('is not compatible if it needs more than its own migrations create', async () => {
    const migrations = chain(BEFORE, [table('fruit', [colour, weight])]);
    await migratorOf(migrations).run();
    const current = { tables: [table('fruit', [colour, weight])], types: [] };
    const before = migratorOf(migrations.slice(0, 1), { current });
    expect(await before.drift()).toEqual(['the schemas have changes without a migration']);
  });

  test('is not compatible if a migration in between has no file', async () => {
    const [first, second, third] = chain(
      BEFORE,
      [table('fruit', [colour, weight])],
      [table('fruit', [colour, weight]), table('basket', [])],
    );
    if (first === undefined || second === undefined || third === undefined) throw new Error('three steps');
    await migratorOf([first, second, third]).run();
    expect(await migratorOf([first, third]).drift()).toEqual(['0002_step (missing)']);
  });
});
