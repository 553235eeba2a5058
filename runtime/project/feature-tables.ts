import { ConfigError } from '../kernel/errors/config-error.js';
import type { ConfigProblem } from '../kernel/contract/config-problem.js';
import type { DeclaredFeature } from '../kernel/contract/features/declared-feature.js';
import type { TableDefinition } from '../kernel/contract/database/table.js';

/** Parts of a feature for planning and opening a database. */
export type FeatureTables = Pick<DeclaredFeature, 'name' | 'tables' | 'resources'>;

/** Tables that exist even if unused: those of disabled types, and the migration journal. */
const RESERVED = ['collection', 'form', 'migration'];

/**
 * Returns the tables of features, in addition to `others`.
 * @throws ConfigError for a duplicate table or index name, or a reference to a missing table or column
 */
export function featureTables(
  features: readonly FeatureTables[],
  others: readonly TableDefinition[],
): readonly TableDefinition[] {
  const owned = features.flatMap(({ name, tables = [] }) =>
    // A project feature lists its tables; they were validated with its configuration.
    (tables as readonly TableDefinition[]).map((table) => ({ feature: name, table })),
  );
  const known = new Map(others.map((table) => [table.name, table]));
  const taken = new Map([...RESERVED, ...known.keys()].map((name) => [name, 'the service or of a type']));
  const keys = new Map(others.flatMap((table) => keysOf(table).map((key) => [key, table.name])));
  const problems: ConfigProblem[] = [];
  for (const { feature, table } of owned) {
    const at = `features.${feature}.tables.${table.name}`;
    const owner = taken.get(table.name);
    if (owner !== undefined)
      problems.push({ key: at, problem: `conflicts with a table of ${owner}`, advice: 'use another name' });
    taken.set(table.name, `the feature "${feature}"`);
    known.set(table.name, table);
    for (const key of keysOf(table)) {
      const holder = keys.get(key);
      if (holder !== undefined)
        problems.push({
          key: at,
          problem: `has an index or foreign key "${key}", which also exists in the table ${holder}`,
          advice: 'use a name that is unique in the database',
        });
      keys.set(key, table.name);
    }
  }
  for (const { feature, table } of owned)
    problems.push(...checkReferences(table, known, `features.${feature}.tables.${table.name}`));
  if (problems.length > 0) throw new ConfigError(problems);
  return owned.map(({ table }) => table);
}

function keysOf({ indexes, foreignKeys }: TableDefinition): readonly string[] {
  return [...indexes, ...foreignKeys].map(({ name }) => name);
}

/** Checks references. They must target the primary key, which is the only key that all databases accept. */
function checkReferences(
  table: TableDefinition,
  known: ReadonlyMap<string, TableDefinition>,
  at: string,
): readonly ConfigProblem[] {
  return table.foreignKeys.flatMap(({ name, references }) => {
    const key = `${at}.foreignKeys.${name}`;
    const target = known.get(references.table);
    if (target === undefined)
      return [
        {
          key,
          problem: `references the table "${references.table}", which does not exist`,
          advice: 'use a table of the project, without the table prefix',
        },
      ];
    if (references.columns.join() === target.primaryKey.join()) return [];
    return [
      {
        key,
        problem: `references ${references.columns.join(', ') || 'no column'} of "${references.table}"`,
        advice: `reference its primary key: ${target.primaryKey.join(', ')}`,
      },
    ];
  });
}
