import type { ConfigProblem } from '../contract/config-problem.js';
import { applySchema, isRecord, type DriftItem } from './apply-schema.js';
import { describeDriftItem } from './describe-drift.js';
import type { Place } from './place.js';
import type { At, Setting } from './setting.js';
import { fileSchema, joinSettings, type Settings } from './settings.js';
import { openSwitches } from './switches.js';

/**
 * Validates the contents of a file against all settings and builds the runtime values; `source` is not
 * modified. Invalid values are left out, so that the rest is checked too. Problems of the environment go to
 * `place`.
 */
export function readSettings(
  all: readonly Settings[],
  source: unknown,
  place: Place,
): { readonly config: unknown; readonly problems: readonly ConfigProblem[] } {
  const file: unknown = structuredClone(source);
  const whole = joinSettings(all);
  openSwitches(whole, file);
  const schema = fileSchema(whole);
  const drift = applySchema(file, schema);
  const rest = drift.length === 0 ? file : leaveOut(file, drift);
  const unsound = drift.length === 0 ? [] : applySchema(rest, schema).map(({ path }) => path.join('.'));
  const problems = drift.map(describeDriftItem);
  const reading = {
    place,
    isSound: (key: string) => !unsound.some((path) => path === key || path.startsWith(`${key}.`)),
    refuse: (more: readonly ConfigProblem[]) => void problems.push(...more),
  };
  const config = build(whole, rest, { ...reading, key: '' });
  for (const { check, notices } of all) {
    // Each check requires only settings that it is listed with.
    check?.(config as never, place);
    if (problems.length === 0) notices?.(config as never).forEach((notice) => place.notice(notice));
  }
  return { config, problems };
}

/** Removes every value that the schema rejects, in place. */
function leaveOut(file: unknown, drift: readonly DriftItem[]): unknown {
  const root = isRecord(file) ? file : {};
  for (const driftItem of drift) {
    if (driftItem.kind === 'missing') continue;
    const path = driftItem.kind === 'unknown' ? [...driftItem.path, driftItem.key] : driftItem.path;
    const parent = path
      .slice(0, -1)
      .reduce<unknown>((node, key) => (isRecord(node) ? node[key] : undefined), root);
    if (isRecord(parent)) delete parent[path.at(-1) ?? ''];
  }
  return root;
}

interface Reading extends At {
  /** Returns whether everything below a key is valid. */
  isSound(key: string): boolean;
}

function build(setting: Setting, written: unknown, at: Reading): unknown {
  const { schema, steps = [], absent, idle, read } = setting;
  const { place, key } = at;
  if (idle !== undefined && place.use === 'database') return idle.value;
  if (schema === undefined && read !== undefined) return read(place);
  const parts = buildParts(setting, written, at);
  const isThere = schema === undefined || written !== undefined;
  const value =
    isThere && at.isSound(key) ? steps.reduce((current, step) => step(current, at), parts) : parts;
  return read?.(place) ?? (value === undefined ? absent?.(place) : value);
}

/** Builds the parts of a list, a record or a group; returns other values unchanged. */
function buildParts({ members, entry }: Setting, written: unknown, at: Reading): unknown {
  const below = (key: string | number): Reading => ({
    ...at,
    key: at.key === '' ? String(key) : `${at.key}.${key}`,
  });
  if (members !== undefined && written !== null) {
    const values = isRecord(written) ? written : {};
    const built = Object.entries(members).map(([key, member]) => [
      camelCase(key),
      build(member, values[key], below(key)),
    ]);
    return Object.fromEntries(built.filter(([, value]) => value !== undefined));
  }
  if (entry === undefined) return written;
  if (Array.isArray(written)) return written.map((each: unknown, index) => build(entry, each, below(index)));
  if (!isRecord(written)) return written;
  return Object.fromEntries(
    Object.entries(written).map(([key, each]) => [key, build(entry, each, below(key))]),
  );
}

const camelCase = (key: string): string =>
  key.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
