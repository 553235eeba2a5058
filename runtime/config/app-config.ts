import type { DeclaredFeature } from '../kernel/contract/declared-feature.js';
import type { Extensions } from '../kernel/contract/extensions.js';
import type { SettingsOf } from '../kernel/settings/settings.js';
import type { ALL_SETTINGS } from './all-settings.js';

/**
 * The configuration as the runtime uses it: parsed, checked and frozen at start. Keys are the camelCase of those in
 * `cms.config.json`; secrets come from the environment only.
 */
export interface AppConfig extends SettingsOf<typeof ALL_SETTINGS> {
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
