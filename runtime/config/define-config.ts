import type { DeclaredFeature } from '../kernel/contract/features/declared-feature.js';
import type { FileOf } from '../kernel/settings/settings.js';
import type { AllSettings, ProjectExtensions } from './app-config.js';

/** Content of a configuration file, with the keys of `cms.config.json`; validated when it is loaded. */
export interface ConfigFile extends FileOf<AllSettings> {
  readonly $schema?: string;
  /** Project code; only in a TypeScript or JavaScript file. */
  readonly extensions?: ProjectExtensions;
  /** Created with `defineFeature`; only in a TypeScript or JavaScript file. */
  readonly features?: readonly DeclaredFeature[];
}

/**
 * Types the configuration of a code file: `export default defineConfig({ ... })` (accounts.md section 11). It is
 * validated when a command or the service loads it, not here.
 */
export function defineConfig(config: ConfigFile): ConfigFile {
  return config;
}
