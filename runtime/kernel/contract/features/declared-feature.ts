import type { DeclaredCommand } from './command.js';
import type { ExtensionKeys } from './extensions.js';
import type { FeatureApis } from './feature-api.js';
import type { SchemaFolder } from './schema-folder.js';
import type { UserExtension } from '../schema/manifest.js';
import type { FieldDescriptor, ResourceDescriptor } from '../schema/resource.js';
import type { TableDefinition } from '../database/table.js';
import type { MessageCatalogue } from '../message.js';

/**
 * The static declaration of a feature, which configuration, generator, migrations and the command line read
 * before the service runs. `Feature` has the behavior. Built-in features declare themselves in their
 * `definition.ts`.
 *
 * @example
 * const bookings: DeclaredFeature = { name: 'bookings', load: () => import('./bookings.js') };
 */
export interface DeclaredFeature {
  /** Unique name in kebab-case. Used in error messages and as the default tag of the documentation. */
  readonly name: string;
  /** Resource types of the feature. A function if projects add fields to them (`schemas/User.json`). */
  readonly resources?:
    readonly ResourceDescriptor[] | ((user?: UserExtension) => readonly ResourceDescriptor[]);
  /** Key of `enabled_components` that disables these types. */
  readonly enabledBy?: string;
  /** Tables of the feature in addition to those of its types. `cms generate` plans their migrations. */
  readonly tables?:
    readonly TableDefinition[] | ((userFields: readonly FieldDescriptor[]) => readonly TableDefinition[]);
  /** A folder of `schemas/` that belongs to the feature. `cms generate` checks its files and generates code for them. */
  readonly schemas?: SchemaFolder;
  /** Commands of the feature; their implementation is in `feature.ts`, under the same name. */
  readonly commands?: readonly DeclaredCommand[];
  /** Error codes of the feature. `docs/reference/errors.md` lists those of the built-in features. */
  readonly errors?: readonly DocumentedError[];
  /**
   * Translations of the messages, by language and English text. Built-in features need German for every message; a test
   * verifies it.
   */
  readonly messages?: MessageCatalogue;
  /** Whether the feature runs after the features of the project, when a unit of work no longer changes. */
  readonly actsLast?: true;
  /**
   * Whether the feature serves the extensions of the admin in `admin/` of the project. Without such a feature, they are not
   * bundled.
   */
  readonly servesOwnAdmin?: true;
  /** Loads the module with the behaviour of the feature. Absent in a `Feature`, which contains the behaviour itself. */
  load?(): Promise<FeatureModule>;
}

/** A configurable feature of the package. Its settings are keys of every project's configuration. */
export interface ConfiguredFeature<
  Own extends object,
  Keys extends ExtensionKeys = Readonly<Record<never, never>>,
> extends DeclaredFeature {
  readonly settings: Own;
  /** Keys of `extensions`: code of a project that the feature runs. */
  readonly extensions?: Keys;
}

/**
 * Documentation of an error in `docs/reference/errors.md`.
 *
 * @example
 * const soldOut: DocumentedError = {
 *   code: 'BOOKING.SOLD_OUT',
 *   status: 409,
 *   when: 'The event is full.',
 *   remedy: 'Choose another date.',
 * };
 */
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
  readonly create: (kernel: never, apis: FeatureApis) => unknown;
}

/** Returns the types of a feature, including the fields that a project adds. */
export function resourcesOf(
  { resources = [] }: Pick<DeclaredFeature, 'resources'>,
  user?: UserExtension,
): readonly ResourceDescriptor[] {
  return typeof resources === 'function' ? resources(user) : resources;
}
