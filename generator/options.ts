import type { ColumnType } from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import type { FeatureTables } from 'cms-api-components/internal/project/feature-tables.js';

/** The place of a member's value: a column, another record, or no single place. */
export type MemberKind = ColumnType | 'record' | 'unstored';

/** Questions of the generator about expressions, whose language belongs to the runtime. */
export interface ExpressionRules {
  /** The fault of an expression's text, or undefined. */
  fault(source: string): string | undefined;
  /** The patterns of `matches` in an expression without a fault. */
  patterns(source: string): readonly string[];
  /** Whether the value of an expression depends on the record it is asked about. */
  dependsOnObject(source: string): boolean;
  /** The reason why a database can not answer it for all records of a type at once, or undefined. */
  rowFault(
    source: string,
    kindOf: (member: string) => MemberKind | undefined,
  ): { readonly message: string; readonly hint: string } | undefined;
}

/** Names of the project's functions, as `extensions` of its configuration registers them. */
export interface ProjectCode {
  readonly resolvers: readonly string[];
  readonly constraints: readonly string[];
  readonly urlGenerators: readonly string[];
  /** Success handlers of forms. */
  readonly formHandlers: readonly string[];
}

/** The default for a project whose configuration does not state it. */
export const DEFAULT_TABLE_PREFIX = '_acb_';

/** Folders of a project. */
export const SCHEMAS_FOLDER = 'schemas';
export const OUTPUT_FOLDER = 'generated';

/** What is made for front ends besides the client itself. */
export interface ClientOptions {
  /** Folders into which it is written as well, relative to the project. */
  readonly out: readonly string[];
  /** Frameworks: `react`, `vue`. */
  readonly bindings: readonly string[];
}

export const NO_CLIENT_OPTIONS: ClientOptions = { out: [], bindings: [] };

/** Options of the generator. */
export interface GeneratorOptions {
  /** Folder of the project. */
  readonly projectRoot: string;
  /** Stands before the name of every table. */
  readonly tablePrefix: string;
  /** Known file systems of the deployment; absent = adapters are not checked by name. */
  readonly adapters?: readonly string[];
  /** Known image filters of the deployment; absent = filters are not checked by name. */
  readonly imageFilters?: readonly string[];
  /** Names under which the project registers functions; absent = they are not checked. */
  readonly projectCode?: ProjectCode;
  /** Features of the project, whose tables stand beside those of the types. */
  readonly features?: readonly FeatureTables[];
  /** Copies and bindings of the client; absent = none. */
  readonly client?: ClientOptions;
  /** The expression dialect; absent = expressions are only checked to be strings. */
  readonly expressions?: ExpressionRules;
}
