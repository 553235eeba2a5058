import type { Extensions } from '../contract/features/extensions.js';
import type { Settings, SettingsOf } from './settings.js';

/** The configuration file that can be read without running code. */
export const CONFIG_FILE = 'cms.config.json';

/** Configuration files that are code. */
export const CODE_FILES = ['cms.config.ts', 'cms.config.mjs'];

/** All configuration file names; a project has one of them. */
export const CONFIG_FILES: readonly string[] = [CONFIG_FILE, ...CODE_FILES];

/**
 * Settings of the project and its deployment that are available to every feature (accounts.md section 11.1).
 */
export interface KernelConfig {
  /** Root folder of the project. */
  readonly projectRoot: string;
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  /** Whether development conveniences are on: missing values are generated (contract decision 56). */
  readonly conveniences: boolean;
  /** `NODE_ENV`: development, production or test. */
  readonly environment: string;
  readonly websiteName: string;
  /** Public scheme, host and port. Absolute URLs are built from it, never from a request. */
  readonly server: { readonly publicUrl: string };
  /** Base path of the API: starts with `/`, no trailing slash; empty at the root. */
  readonly apiPrefix: string;
  /** Database URL, including the password. */
  readonly database: { readonly url: string };
  /** Prefix of table names; may be empty. */
  readonly tablePrefix: string;
  /** Prefix of class identifiers in output. */
  readonly classNamespace: string | null;
  /** Name of the member with the metadata of a resource. */
  readonly metadataKey: string;
  readonly hydraPrefix: boolean;
  readonly writes: { readonly requireIfMatch: boolean };
  readonly pagination: { readonly itemsPerPageParameterName: string };
  /** Maximum request bodies in bytes. */
  readonly bodyLimits: {
    readonly anonymous: number;
    readonly authenticated: number;
    readonly editors: number;
    readonly files: number;
  };
  /** Request timeout in milliseconds. */
  readonly limits: { readonly requestMs: number };
  /** Extensions in project code. */
  readonly extensions: Extensions;
}

/** Configuration as seen by one feature: the shared settings and its own. */
export type ConfigOf<Own extends Settings> = KernelConfig & SettingsOf<Own>;

/**
 * Returns the configuration with the given settings: the feature's own, and public ones of other features.
 * @throws InternalError if no feature of the service has them, because they are unchecked then.
 */
export type ReadConfig = <All extends readonly Settings[]>(...settings: All) => ConfigOf<All[number]>;
