import type { DeclaredFeature } from '../kernel/contract/declared-feature.js';
import type { Extensions } from '../kernel/contract/extensions.js';
import type { RawConfig, RawMercure, RawUser } from './raw-config.js';

/** What may be written: everything may be left out, since the start says what is missing and what is wrong. */
type Written<Value> = Value extends readonly (infer Entry)[]
  ? readonly Written<Entry>[]
  : Value extends object
    ? { readonly [Key in keyof Value]?: Written<Value[Key]> }
    : Value;

/** Groups of settings that `false` switches off. */
type Switch<Value> = boolean | Written<Value>;

type WrittenUser = Omit<Written<RawUser>, 'email_verification' | 'emails'> & {
  readonly email_verification?: Switch<RawUser['email_verification']>;
  readonly emails?: { readonly [Mail in keyof RawUser['emails']]?: Switch<RawUser['emails'][Mail]> };
};

/** The content of a configuration file, keys as in `cms.config.json`; checked when it is loaded. */
export type ConfigFile = Omit<Written<RawConfig>, 'mercure' | 'schedule' | 'user'> & {
  readonly $schema?: string;
  readonly mercure?: Switch<RawMercure>;
  readonly schedule?: {
    readonly scan_orphaned?: Switch<RawConfig['schedule']['scan_orphaned']>;
    readonly publications?: boolean;
  };
  readonly user?: WrittenUser;
  /** Code of the project; only a file in TypeScript or JavaScript can have it. */
  readonly extensions?: Extensions;
  /** Made with `defineFeature`; only a file in TypeScript or JavaScript can have them. */
  readonly features?: readonly DeclaredFeature[];
};

/** Marks the configuration of a code file: `export default defineConfig({ ... })`. */
export function defineConfig(config: ConfigFile): ConfigFile {
  return config;
}
