import type { DeclaredFeature } from '../kernel/contract/features/declared-feature.js';
import type { Extensions } from '../kernel/contract/features/extensions.js';
import type { FileOf } from '../kernel/settings/settings.js';
import type { AllSettings } from './app-config.js';

/** The content of a configuration file, keys as in `cms.config.json`; checked when it is loaded. */
export interface ConfigFile extends FileOf<AllSettings> {
  readonly $schema?: string;
  /** Code of the project; only a file in TypeScript or JavaScript can have it. */
  readonly extensions?: Extensions;
  /** Made with `defineFeature`; only a file in TypeScript or JavaScript can have them. */
  readonly features?: readonly DeclaredFeature[];
}

/**
 * Marks the configuration of a code file: `export default defineConfig({ ... })` (accounts.md section 11). It is checked when a
 * command or the service loads it, not here.
 */
export function defineConfig(config: ConfigFile): ConfigFile {
  return config;
}
