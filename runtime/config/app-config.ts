import { FEATURES } from '../features.js';
import type { ConfiguredFeature, DeclaredFeature } from '../kernel/contract/features/declared-feature.js';
import type { ExtensionKeys, Extensions, ExtensionsOf } from '../kernel/contract/features/extensions.js';
import { InternalError } from '../kernel/errors/internal-error.js';
import type { ConfigOf, ReadConfig } from '../kernel/settings/config.js';
import type { Settings, SettingsOf } from '../kernel/settings/settings.js';
import { DEPLOYMENT_SETTINGS } from './deployment-settings.js';
import { API_SETTINGS } from './settings.js';

type FeatureSettings<One> = One extends { readonly settings: infer Own extends Settings } ? Own : never;

type FeatureExtensions<One> =
  One extends ConfiguredFeature<Settings, infer Keys extends ExtensionKeys> ? ExtensionsOf<Keys> : never;

/** Turns a union of types into a type with the members of all of them. */
type Joined<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Project code of `cms.config.ts`: the general keys, and those of the features. */
export type ProjectExtensions = Extensions & Joined<FeatureExtensions<(typeof FEATURES)[number]>>;

/** Settings of the deployment, the API, and all features. */
export type AllSettings =
  typeof DEPLOYMENT_SETTINGS | typeof API_SETTINGS | FeatureSettings<(typeof FEATURES)[number]>;

/** All settings, in the order of error messages and documentation. */
export const ALL_SETTINGS: readonly Settings[] = [
  DEPLOYMENT_SETTINGS,
  API_SETTINGS,
  ...FEATURES.flatMap((feature): readonly Settings[] => ('settings' in feature ? [feature.settings] : [])),
];

/**
 * The configuration as the runtime uses it: parsed, validated and frozen at startup. Keys are the camelCase form of
 * those in `cms.config.json`. Secrets come from the environment only. Features read it with `kernel.configOf`.
 *
 * @example
 * const isProduction = ({ environment }: AppConfig): boolean => environment === 'production';
 */
export interface AppConfig extends SettingsOf<AllSettings> {
  readonly projectRoot: string;
  /** Project code, given by a configuration file in TypeScript or JavaScript. */
  readonly extensions: ProjectExtensions;
  /** Features of the project, which run after the built-in ones, in this order. */
  readonly features: readonly DeclaredFeature[];
  /** Enables development defaults (generated keys, admin/admin, embedded hub, file mail): contract decision 56. */
  readonly conveniences: boolean;
  /** Messages to log once at startup; never a reason to stop. */
  readonly notices: readonly string[];
}

export type AccessControlRule = AppConfig['accessControl'][number];

/** Gives features access to the settings that they name. */
export function createReadConfig(config: AppConfig): ReadConfig {
  return <All extends readonly Settings[]>(...settings: All) => {
    for (const one of settings)
      if (!ALL_SETTINGS.includes(one)) throw new InternalError(`No feature has the settings "${one.name}"`);
    // It was created from these descriptions, from which the type is derived.
    return config as unknown as ConfigOf<All[number]>;
  };
}
