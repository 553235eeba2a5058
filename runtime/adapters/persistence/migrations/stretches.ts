import type { Migration, MigrationStatement } from '../../../kernel/contract/database/migration.js';
import type { SchemaState } from '../../../kernel/contract/database/schema-state.js';
import { schemaStates } from './states/schema-states.js';
import { followOrigins, haveSameOrigins, originsOf, withOrigins } from './part-origins.js';

/** One of the states that a database is led through, and how it gets there from the one before. */
export interface Stop {
  readonly statements: readonly MigrationStatement[];
  readonly state: SchemaState;
  /** Absent = the state of the schema files, ahead of their migrations. */
  readonly migration?: Migration;
}

/** Stops that are passed at once: `statements` lead from before the first of them to the last. */
export interface Stretch {
  readonly statements: readonly MigrationStatement[];
  readonly state: SchemaState;
  readonly stops: readonly Stop[];
}

/**
 * Divides the way into as few stretches as possible, so that what one migration does and a later one takes back is not done at
 * all. A stretch ends where its two ends alone would not tell what became of a table, a column or a type (two names that are
 * swapped).
 */
export function stretchesOf(
  start: SchemaState,
  stops: readonly Stop[],
  skipsSql: boolean,
): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let from = start;
  let rest = stops;
  while (rest.length > 0) {
    const stretch = longest(from, rest, skipsSql);
    stretches.push(stretch);
    from = stretch.state;
    rest = rest.slice(stretch.stops.length);
  }
  return stretches;
}

function longest(start: SchemaState, stops: readonly Stop[], skipsSql: boolean): Stretch {
  const alone = stops.findIndex((stop) => mustStandAlone(stop, skipsSql));
  for (let count = alone === -1 ? stops.length : alone; count > 1; count -= 1) {
    const passed = stops.slice(0, count);
    const statements = atOnce(start, passed);
    if (statements !== undefined) return { statements, state: stateAfter(start, passed), stops: passed };
  }
  const passed = stops.slice(0, 1);
  return {
    statements: passed.flatMap((stop) => stop.statements),
    state: stateAfter(start, passed),
    stops: passed,
  };
}

/** Hand-written SQL finds the tables that it was written for, and a rule that is only recorded is recorded as it was. */
function mustStandAlone({ statements }: Stop, skipsSql: boolean): boolean {
  return statements.some(
    (statement) =>
      (statement.kind === 'sql' && !skipsSql) ||
      (statement.kind === 'setPublishing' && statement.from === null) ||
      (statement.kind === 'limitValues' && statement.unchecked === true),
  );
}

function atOnce(start: SchemaState, stops: readonly Stop[]): readonly MigrationStatement[] | undefined {
  const wanted = stops.reduce(
    (origins, { statements }) => followOrigins(origins, statements),
    originsOf(start.tables),
  );
  const statements = differenceOf(start, withOrigins(stateAfter(start, stops), wanted));
  if (statements === undefined) return undefined;
  const found = followOrigins(originsOf(start.tables), statements);
  return haveSameOrigins(wanted, found) ? statements : undefined;
}

/** The statements from one state to another; undefined when a primary key differs, which no statement changes. */
function differenceOf(from: SchemaState, to: SchemaState): readonly MigrationStatement[] | undefined {
  const keys = new Map(from.tables.map(({ name, primaryKey }) => [name, primaryKey.join()]));
  const isLed = to.tables.every(
    ({ name, primaryKey }) => (keys.get(name) ?? primaryKey.join()) === primaryKey.join(),
  );
  return isLed ? schemaStates.difference(from, to) : undefined;
}

function stateAfter(start: SchemaState, stops: readonly Stop[]): SchemaState {
  return stops.at(-1)?.state ?? start;
}
