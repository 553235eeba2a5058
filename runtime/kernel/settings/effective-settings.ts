import { isJsonValue } from '../util/is-json-value.js';
import { applySchema, isRecord } from './apply-schema.js';
import type { Place } from './place.js';
import type { Setting } from './setting.js';
import { fileSchema, joinSettings, type Settings } from './settings.js';
import { openSwitches } from './switches.js';

/** Source of a setting's value; `name` is the variable's name. */
export type Origin =
  | { readonly kind: 'default' }
  | { readonly kind: 'file' }
  | { readonly kind: 'variable'; readonly name: string };

/** A setting with its effective value, in the notation of the file or of its variable. */
export interface EffectiveSetting {
  /** Dotted key; list entries have their index, record entries their name. */
  readonly key: string;
  readonly value: unknown;
  readonly origin: Origin;
}

/** Placeholder for secrets. */
export const MASK = '[redacted]';

/** Keys of the file whose values are secrets. Variables are marked with `isSecret`. */
const SECRET_KEY = /(?:^|[._])(?:secret|password|passphrase|api_token|secret_access_key|client_secret)$/;
/** Passwords in URLs: in the authority, and in query parameters whose name suggests a secret. */
const PASSWORD = /(?<=:\/\/[^/\s?#]*:)[^/\s?#]*(?=@)/g;
const QUERY_SECRET = /(?<=[?&][^=&#\s]*(?:pass|secret|token|key)[^=&#\s]*=)[^&#\s]+/gi;

/** Returns every setting in declaration order. Invalid values in the file are shown as written. */
export function effectiveSettings(
  all: readonly Settings[],
  source: unknown,
  place: Place,
): readonly EffectiveSetting[] {
  const whole = joinSettings(all);
  const written = structuredClone(source);
  openSwitches(whole, written);
  const filled = structuredClone(isRecord(written) ? written : {});
  applySchema(filled, fileSchema(whole));
  return settingsIn(whole, { key: '', written, filled }, place).map(masked);
}

interface Found {
  readonly key: string;
  /** Contents of the file. */
  readonly written: unknown;
  /** Contents of the file with defaults. */
  readonly filled: unknown;
}

function settingsIn(setting: Setting, found: Found, place: Place): readonly EffectiveSetting[] {
  const { read, members, entry } = setting;
  if (read !== undefined) {
    const shown = readVariable(setting, found, place);
    return [setting.variable?.isSecret === true ? { ...shown, value: concealed(shown.value) } : shown];
  }
  if (members !== undefined && found.filled !== null)
    return Object.entries(members).flatMap(([key, member]) => settingsIn(member, below(found, key), place));
  const keys = entry === undefined ? [] : keysOf(found.filled);
  if (entry !== undefined && keys.length > 0)
    return keys.flatMap((key) => settingsIn(entry, below(found, key), place));
  return [ofFile(setting, found, place)];
}

function below({ key, written, filled }: Found, name: string): Found {
  return {
    key: key === '' ? name : `${key}.${name}`,
    written: memberOf(written, name),
    filled: memberOf(filled, name),
  };
}

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[Number(name)] as unknown;
  return isRecord(value) ? value[name] : undefined;
}

function keysOf(value: unknown): readonly string[] {
  return Array.isArray(value) || isRecord(value) ? Object.keys(value) : [];
}

function ofFile({ absent }: Setting, { key, written, filled }: Found, place: Place): EffectiveSetting {
  if (written !== undefined) return { key, value: written, origin: { kind: 'file' } };
  return { key, value: filled ?? absent?.(quiet(place)) ?? null, origin: { kind: 'default' } };
}

/**
 * Reads a setting's variable, which overrides the file. The variable's text is shown, because its parser may
 * return anything.
 */
function readVariable(setting: Setting, found: Found, place: Place): EffectiveSetting {
  const used: { name?: string; text?: string } = {};
  const value = setting.read?.({
    ...quiet(place),
    variable(name) {
      const text = place.variable(name);
      if (text !== null) Object.assign(used, { name, text });
      return text;
    },
  });
  const { key } = found;
  if (used.name !== undefined)
    return { key, value: used.text, origin: { kind: 'variable', name: used.name } };
  if (setting.schema !== undefined) return ofFile(setting, found, place);
  return { key, value: isJsonValue(value) ? value : String(value), origin: { kind: 'default' } };
}

/** Suppresses problems, which are reported when the configuration is loaded for use. */
const quiet = (place: Place): Place => ({ ...place, refuse: () => undefined, notice: () => undefined });

const concealed = (value: unknown): unknown => (value === null || value === '' ? value : MASK);

function masked({ key, value, origin }: EffectiveSetting): EffectiveSetting {
  if (SECRET_KEY.test(key)) return { key, value: concealed(value), origin };
  return { key, value: withoutPasswords(value), origin };
}

function withoutPasswords(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(PASSWORD, MASK).replaceAll(QUERY_SECRET, MASK);
  if (Array.isArray(value)) return value.map(withoutPasswords);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, SECRET_KEY.test(key) ? MASK : withoutPasswords(each)]),
  );
}
