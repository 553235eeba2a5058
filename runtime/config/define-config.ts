/** The content of a configuration file, keys as in `cms.config.json`; checked when it is loaded. */
export type ConfigFile = Readonly<Record<string, unknown>>;

/** Marks the configuration of a code file: `export default defineConfig({ ... })`. */
export function defineConfig(config: ConfigFile): ConfigFile {
  return config;
}
