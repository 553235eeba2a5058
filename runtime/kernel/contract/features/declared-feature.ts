import type { Settings } from '../../settings/settings.js';
import type { DeclaredCommand } from './command.js';
import type { Doors } from './door.js';
import type { UserExtension } from '../schema/manifest.js';
import type { FieldDescriptor, ResourceDescriptor } from '../schema/resource.js';
import type { TableDefinition } from '../database/table.js';
import type { MessageCatalogue } from '../message.js';

/**
 * The static declaration of a feature, which configuration, generator, migrations and the command line read
 * before the service runs. `Feature` has the behavior. Built-in features declare themselves in their
 * `definition.ts`.
 */
export interface DeclaredFeature {
  /** Unique kebab-case name, used to report problems and to group the documentation. */
  readonly name: string;
  /** Resource types of the feature; a function if a project adds fields to them (`schemas/User.json`). */
  readonly resources?:
    readonly ResourceDescriptor[] | ((user?: UserExtension) => readonly ResourceDescriptor[]);
  /** Key under `enabled_components` that turns these types off. */
  readonly enabledBy?: string;
  /** Tables of the feature besides those of its types. `generate` plans their migrations too. */
  readonly tables?:
    readonly TableDefinition[] | ((userFields: readonly FieldDescriptor[]) => readonly TableDefinition[]);
  /** Commands of the feature. A built-in feature implements them in its `feature.ts`, under the same name. */
  readonly commands?: readonly DeclaredCommand[];
  /**
   * Errors that only this feature throws; `docs/reference/errors.md` lists those of the built-in features.
   */
  readonly errors?: readonly DocumentedError[];
  /**
   * Message translations by language and English text. A test requires German for every message of a built-in
   * feature.
   */
  readonly messages?: MessageCatalogue;
  /** Runs after the features of the project, on the final result of a unit of work. */
  readonly actsLast?: true;
  /** Serves the project's own admin extensions (`admin/`); without such a feature they are not bundled. */
  readonly servesOwnAdmin?: true;
  /**
   * Loads the module that implements the feature; absent in a `Feature`, which has the implementation beside
   * these members.
   */
  load?(): Promise<FeatureModule>;
}

/** A configurable feature of the package. Its settings are keys of every project's configuration. */
export interface ConfiguredFeature<Own extends Settings> extends DeclaredFeature {
  readonly settings: Own;
}

/** Documentation of an error in `docs/reference/errors.md`. */
export interface DocumentedError {
  /** Stable `AREA.REASON` string, for logs and tests. */
  readonly code: string;
  readonly status: number;
  /** Cause of the error, in one or two sentences. */
  readonly when: string;
  /** Remedy for the caller. */
  readonly remedy: string;
}

/** The `feature.ts` module of a feature. It depends on the running kernel, which is unknown here. */
export interface FeatureModule {
  readonly create: (kernel: never, doors: Doors) => unknown;
}

/** Returns the types of a feature, including the fields that a project adds. */
export function resourcesOf(
  { resources = [] }: Pick<DeclaredFeature, 'resources'>,
  user?: UserExtension,
): readonly ResourceDescriptor[] {
  return typeof resources === 'function' ? resources(user) : resources;
}
