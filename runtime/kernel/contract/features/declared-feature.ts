import type { Settings } from '../../settings/settings.js';
import type { DeclaredCommand } from './command.js';
import type { Doors } from './door.js';
import type { UserExtension } from '../schema/manifest.js';
import type { FieldDescriptor, ResourceDescriptor } from '../schema/resource.js';
import type { TableDefinition } from '../database/table.js';
import type { MessageCatalogue } from '../message.js';

/**
 * What is known of a feature before the service runs: configuration, generator, migrations and the command line look at nothing
 * else. `Feature` has what it does. A built-in feature declares itself in its `definition.ts`.
 */
export interface DeclaredFeature {
  /** Unique, kebab-case: problems are reported under it, and what it documents is grouped by it. */
  readonly name: string;
  /** Resource types of its own; a function where a project adds fields to them (`schemas/User.json`). */
  readonly resources?:
    readonly ResourceDescriptor[] | ((user?: UserExtension) => readonly ResourceDescriptor[]);
  /** Key below `enabled_components` that switches these types off. */
  readonly enabledBy?: string;
  /** Tables of its own, beside those of the types; `generate` plans their migrations like all others. */
  readonly tables?:
    readonly TableDefinition[] | ((userFields: readonly FieldDescriptor[]) => readonly TableDefinition[]);
  /** What it adds to the command line; the work of a built-in one stands in its `feature.ts`, under the same name. */
  readonly commands?: readonly DeclaredCommand[];
  /** Codes of the errors that it alone throws; `docs/reference/errors.md` lists those of the built-in features. */
  readonly errors?: readonly DocumentedError[];
  /**
   * Translations of its messages, by language and English text. A test requires German for every message of a built-in feature.
   */
  readonly messages?: MessageCatalogue;
  /** It acts behind the features of the project: on what a unit of work has become when nobody changes it any more. */
  readonly actsLast?: true;
  /** It serves the parts of the admin that a project has of its own (`admin/`): without it nothing bundles them. */
  readonly servesOwnAdmin?: true;
  /** Loads the module that creates what the feature does; absent in a `Feature`, which has that beside these members. */
  load?(): Promise<FeatureModule>;
}

/** A feature of the package that can be configured: its settings are keys of every project's configuration. */
export interface ConfiguredFeature<Own extends Settings> extends DeclaredFeature {
  readonly settings: Own;
}

/** What readers of `docs/reference/errors.md` learn of an error. */
export interface DocumentedError {
  /** Stable `AREA.REASON` string, for logs and tests. */
  readonly code: string;
  readonly status: number;
  /** What has happened, in one or two sentences. */
  readonly when: string;
  /** What the caller can do. */
  readonly remedy: string;
}

/** The module `feature.ts` of a feature: the running kernel is what it knows of, and nothing is known of that here. */
export interface FeatureModule {
  readonly create: (kernel: never, doors: Doors) => unknown;
}

/** The types of a feature, with the fields that a project adds to them. */
export function resourcesOf(
  { resources = [] }: Pick<DeclaredFeature, 'resources'>,
  user?: UserExtension,
): readonly ResourceDescriptor[] {
  return typeof resources === 'function' ? resources(user) : resources;
}
