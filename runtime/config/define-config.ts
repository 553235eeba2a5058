import type { DeclaredFeature } from '../kernel/contract/features/declared-feature.js';
import type { FileOf } from '../kernel/settings/settings.js';
import type { AllSettings, ProjectExtensions } from './app-config.js';

/**
 * Content of a configuration file, with the keys of `cms.config.json`; validated when it is loaded.
 *
 * @example
 * const shared: ConfigFile = { publishable: { permission: "is_granted('ROLE_EDITOR')" } };
 */
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
 *
 * @example
 * export default defineConfig({
 *   api_prefix: '/_api',
 *   extensions: { resolvers: { initials: ({ values }) => String(values.name).slice(0, 1) } },
 * });
 */
export function defineConfig(config: ConfigFile): ConfigFile {
  return config;
}
