import type { Migration, MigrationStatement } from '../../../kernel/contract/database/migration.js';
import type { SchemaState } from '../../../kernel/contract/database/schema-state.js';
import { schemaStates } from './states/schema-states.js';
import { followOrigins, haveSameOrigins, originsOf, withOrigins } from './part-origins.js';

/** An intermediate state of a database, and the statements that lead to it from the previous one. */
export interface Stop {
  readonly statements: readonly MigrationStatement[];
  readonly state: SchemaState;
  /** Absent for the state of the schema files, which is ahead of the migrations. */
  readonly migration?: Migration;
}

/** Stops that are combined: `statements` lead from the start of the first to the last. */
export interface Stretch {
  readonly statements: readonly MigrationStatement[];
  readonly state: SchemaState;
  readonly stops: readonly Stop[];
}

/**
 * Splits the way into as few stretches as possible, so that changes reverted by a later migration are
 * skipped. A stretch ends where its start and end alone are ambiguous, for example if two names are swapped.
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

/**
 * Returns whether a stop cannot be combined: hand-written SQL needs the tables it was written for, and a rule
 * that is only recorded must be recorded unchanged.
 */
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

/**
 * Returns the statements from one state to another; undefined if a primary key differs, which no statement
 * changes.
 */
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
