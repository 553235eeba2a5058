import { testDatabaseName } from './database.js';

const PARTS = { sqlite: 1, postgres: 3, mariadb: 6, mysql: 6 };

/**
 * How often a property that sends requests is tried. A server takes several times as long as the embedded database and tries
 * less of it: what it alone decides comes up in every run. `PROPERTY_TIMES` multiplies all of it: `.ci/run` tries less, `.ci/nightly` more.
 * @param variable of the environment, which says how often instead
 */
export function propertyRuns(embedded: number, variable?: string): number {
  const said = variable === undefined ? undefined : process.env[variable];
  if (said !== undefined) return Number(said);
  const times = Number(process.env.PROPERTY_TIMES ?? 1);
  return Math.ceil((times * embedded) / PARTS[testDatabaseName()]);
}
