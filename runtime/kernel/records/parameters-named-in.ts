import type { SqlParameters } from '../contract/database.js';

/** Chooses those of some parameters that a text names, because a statement takes no others; the text is read once. */
export function parametersNamedIn(sql: string): (given: SqlParameters) => SqlParameters {
  const names = [...new Set(Array.from(sql.matchAll(/:([A-Za-z_]\w*)/g), ([, name = '']) => name))];
  return (given) => {
    const named: Record<string, SqlParameters[string]> = {};
    for (const name of names) {
      const value = given[name];
      if (value !== undefined) named[name] = value;
    }
    return named;
  };
}
