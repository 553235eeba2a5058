import { FEATURES } from '../features.js';
import type { DeclaredFeature } from '../kernel/contract/features/declared-feature.js';
import type { Extensions } from '../kernel/contract/features/extensions.js';
import { InternalError } from '../kernel/errors/internal-error.js';
import type { ConfigOf, ReadConfig } from '../kernel/settings/config.js';
import type { Settings, SettingsOf } from '../kernel/settings/settings.js';
import { DEPLOYMENT_SETTINGS } from './deployment-settings.js';
import { API_SETTINGS } from './settings.js';

type FeatureSettings<One> = One extends { readonly settings: infer Own extends Settings } ? Own : never;

/** Settings of the deployment, of the API, and of each feature that has some. */
export type AllSettings =
  typeof DEPLOYMENT_SETTINGS | typeof API_SETTINGS | FeatureSettings<(typeof FEATURES)[number]>;

/** Everything that can be configured, in the order in which problems are told and documents list it. */
export const ALL_SETTINGS: readonly Settings[] = [
  DEPLOYMENT_SETTINGS,
  API_SETTINGS,
  ...FEATURES.flatMap((feature): readonly Settings[] => ('settings' in feature ? [feature.settings] : [])),
];

/**
 * The configuration as the runtime uses it: parsed, checked and frozen at start. Keys are the camelCase of those in
 * `cms.config.json`; secrets come from the environment only. Features read it by `kernel.configOf`.
 */
export interface AppConfig extends SettingsOf<AllSettings> {
  readonly projectRoot: string;
  /** Code of the project, given by a configuration file in TypeScript or JavaScript. */
  readonly extensions: Extensions;
  /** Features of the project, which act behind the built-in ones in this order. */
  readonly features: readonly DeclaredFeature[];
  /** Development conveniences (made keys, admin/admin, embedded hub, file mail): contract decision 56. */
  readonly conveniences: boolean;
  /** Things worth logging for the operator once at start; never a reason to stop. */
  readonly notices: readonly string[];
}

export type AccessControlRule = AppConfig['accessControl'][number];

/** Opens the configuration to features, each of which names the settings that it reads. */
export function createReadConfig(config: AppConfig): ReadConfig {
  return <All extends readonly Settings[]>(...settings: All) => {
    for (const one of settings)
      if (!ALL_SETTINGS.includes(one)) throw new InternalError(`No feature has the settings "${one.name}"`);
    // It was made of these descriptions, which the type follows from.
    return config as unknown as ConfigOf<All[number]>;
  };
}
