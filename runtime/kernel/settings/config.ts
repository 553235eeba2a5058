import type { Extensions } from '../contract/features/extensions.js';
import type { Settings, SettingsOf } from './settings.js';

/** The configuration file that can be read without running code. */
export const CONFIG_FILE = 'cms.config.json';

/** The names that are code. */
export const CODE_FILES = ['cms.config.ts', 'cms.config.mjs'];

/** Names of a configuration file; a project has one of them. */
export const CONFIG_FILES: readonly string[] = [CONFIG_FILE, ...CODE_FILES];

/** The settings that every feature may know of a project and its deployment (accounts.md section 11.1). */
export interface KernelConfig {
  /** Folder of the project. */
  readonly projectRoot: string;
  /** Folder of what the service keeps in files, absolute. */
  readonly dataDir: string;
  /** Development conveniences: what is missing is made up (contract decision 56). */
  readonly conveniences: boolean;
  /** `NODE_ENV`: development, production or test. */
  readonly environment: string;
  readonly websiteName: string;
  /** Scheme, host and port by which the service is reached. Absolute URLs come from it, never from a request. */
  readonly server: { readonly publicUrl: string };
  /** Path below which everything is mounted: starts with `/`, no trailing slash; empty at the root. */
  readonly apiPrefix: string;
  /** Its address, with the password. */
  readonly database: { readonly url: string };
  /** Prefix of table names; empty for none. */
  readonly tablePrefix: string;
  /** Prefix of class identifiers in output. */
  readonly classNamespace: string | null;
  /** Member that carries the metadata of a resource. */
  readonly metadataKey: string;
  readonly hydraPrefix: boolean;
  readonly writes: { readonly requireIfMatch: boolean };
  readonly pagination: { readonly itemsPerPageParameterName: string };
  /** Largest request bodies in bytes. */
  readonly bodyLimits: {
    readonly anonymous: number;
    readonly authenticated: number;
    readonly editors: number;
    readonly files: number;
  };
  /** Milliseconds that a request may take. */
  readonly limits: { readonly requestMs: number };
  /** Code of the project. */
  readonly extensions: Extensions;
}

/** The configuration as one feature reads it: what every feature may know, and its own settings. */
export type ConfigOf<Own extends Settings> = KernelConfig & SettingsOf<Own>;

/**
 * Answers the configuration with the settings that a feature names: its own, and those at the doors of others.
 * @throws InternalError when no feature of the service has them, so that nobody has checked them.
 */
export type ReadConfig = <All extends readonly Settings[]>(...settings: All) => ConfigOf<All[number]>;
