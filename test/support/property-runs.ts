import { testDatabaseName } from './database.js';

const PARTS = { sqlite: 1, postgres: 3, mariadb: 6, mysql: 6 };

/**
 * Returns the number of cases of a property that sends requests. A server takes several times as long as the embedded
 * database, so it gets fewer cases. `PROPERTY_TIMES` multiplies the number. `.ci/run` lowers it, `.ci/nightly` raises
 * it.
 * @param variable environment variable that sets the number instead
 */
export function propertyRuns(embedded: number, variable?: string): number {
  const said = variable === undefined ? undefined : process.env[variable];
  if (said !== undefined) return Number(said);
  const times = Number(process.env.PROPERTY_TIMES ?? 1);
  return Math.ceil((times * embedded) / PARTS[testDatabaseName()]);
}
