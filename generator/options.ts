import type { ColumnType } from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import type { DeclaredFeature } from 'cms-api-components/internal/kernel/contract/features/declared-feature.js';
import type { FeatureTables } from 'cms-api-components/internal/project/feature-tables.js';

/** Storage of a member's value: a column, another record, or none. */
export type MemberKind = ColumnType | 'record' | 'unstored';

/** Expression checks, provided by the runtime. */
export interface ExpressionRules {
  /** Returns the syntax error of an expression, or undefined. */
  fault(source: string): string | undefined;
  /** Returns the `matches` patterns of a valid expression. */
  patterns(source: string): readonly string[];
  /** Whether the result depends on the record. */
  dependsOnObject(source: string): boolean;
  /** Returns the reason why a database can't evaluate the expression for all records of a type, or undefined. */
  rowFault(
    source: string,
    kindOf: (member: string) => MemberKind | undefined,
  ): { readonly message: string; readonly hint: string } | undefined;
}

/** Names of project functions that `extensions` of the configuration registers, by key. */
export type ProjectCode = Readonly<Record<string, readonly string[]>>;

/** Parts of a feature that affect generated files and migrations. */
export type GeneratorFeature = FeatureTables & Pick<DeclaredFeature, 'schemas'>;

/** Default table prefix. */
export const DEFAULT_TABLE_PREFIX = '_acb_';

/** Folders of a project. */
export const SCHEMAS_FOLDER = 'schemas';
export const OUTPUT_FOLDER = 'generated';

/** Client output in addition to `generated/client`. */
export interface ClientOptions {
  /** Folders that receive a copy, relative to the project. */
  readonly out: readonly string[];
  /** Frameworks with bindings: `react`, `vue`. */
  readonly bindings: readonly string[];
}

export const NO_CLIENT_OPTIONS: ClientOptions = { out: [], bindings: [] };

/** Options of the generator. */
export interface GeneratorOptions {
  readonly projectRoot: string;
  /** Prefix of all table names. */
  readonly tablePrefix: string;
  /** Filesystems of the deployment. If undefined, adapter names aren't checked. */
  readonly adapters?: readonly string[];
  /** Image filters of the deployment. If undefined, filter names aren't checked. */
  readonly imageFilters?: readonly string[];
  /** Registered project functions. If undefined, their names aren't checked. */
  readonly projectCode?: ProjectCode;
  /** Features of the project with their tables and schema folders. */
  readonly features?: readonly GeneratorFeature[];
  /** Copies and bindings of the client; default: none. */
  readonly client?: ClientOptions;
  /** Expression checks. If undefined, expressions only need to be strings. */
  readonly expressions?: ExpressionRules;
}
