/** Checks the text of an expression; answers what is wrong with it, or undefined. */
export type CheckExpression = (source: string) => string | undefined;

/** Names of the project's functions, as `extensions` of its configuration registers them. */
export interface ProjectCode {
  readonly resolvers: readonly string[];
  readonly constraints: readonly string[];
  readonly urlGenerators: readonly string[];
}

/** What the generator needs to know; every default is in `resolveOptions`. */
export interface GeneratorOptions {
  /** Folder of the project; the other folders are relative to it. */
  readonly projectRoot: string;
  readonly schemasFolder: string;
  readonly outputFolder: string;
  /** Known file systems of the deployment; absent = adapters are not checked by name. */
  readonly adapters?: readonly string[];
  /** Known image filters of the deployment; absent = filters are not checked by name. */
  readonly imageFilters?: readonly string[];
  /** Names under which the project registers functions; absent = they are not checked. */
  readonly projectCode?: ProjectCode;
  /** Parser of the expression dialect; absent = expressions are only checked to be strings. */
  readonly checkExpression?: CheckExpression;
}

/** Fills in everything that was left out. */
export function resolveOptions(
  given: Partial<GeneratorOptions> & { readonly projectRoot: string },
): GeneratorOptions {
  return {
    schemasFolder: 'schemas',
    outputFolder: 'generated',
    ...given,
  };
}
