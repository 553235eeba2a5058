import { readFile } from 'node:fs/promises';
import { applySchema, isRecord, type ConfigSchema, type Misfit } from './apply-schema.js';
import type { ConfigProblem } from '../kernel/errors/config-error.js';
import type { RawConfig } from './raw-config.js';

/** The schema lies beside the source, also when the compiled module lies in `dist/runtime/config`. */
const SCHEMA_LOCATIONS = ['./cms.config.schema.json', '../../../runtime/config/cms.config.schema.json'];

/** Sub-trees that `false` switches off while they keep their defaults. */
const SWITCHES: readonly (readonly string[])[] = [
  ['mercure'],
  ['schedule', 'scan_orphaned'],
  ['user', 'email_verification'],
  ...['welcome', 'user_enabled', 'username_changed', 'password_changed'].map((mail) => [
    'user',
    'emails',
    mail,
  ]),
];

/**
 * Checks a file against the schema and fills in defaults; `source` itself stays as it is. With problems, `config` is the
 * file without what is wrong in it, so that the rest can be checked too; null when even that does not hold.
 */
export async function validateConfig(
  source: unknown,
): Promise<{ readonly config: RawConfig | null; readonly problems: readonly ConfigProblem[] }> {
  const schema = await (read ??= readSchema());
  const config: unknown = structuredClone(source);
  const switchedOff = SWITCHES.filter((path) => replaceSwitch(config, path));
  const misfits = applySchema(config, schema);
  const repaired = misfits.length === 0 ? config : repair(config, misfits);
  const isUsable = misfits.length === 0 || applySchema(repaired, schema).length === 0;
  for (const path of switchedOff) setEnabled(repaired, path);
  // The schema accepted it, and RawConfig is that schema as a type.
  return { config: isUsable ? (repaired as RawConfig) : null, problems: misfits.map(describeMisfit) };
}

/** Read once in a process: development reads the configuration again whenever it changes. */
let read: ReturnType<typeof readSchema> | undefined;

/** Leaves out each value the schema refused and puts stand-ins where something required is missing. */
function repair(config: unknown, misfits: readonly Misfit[]): unknown {
  const clone = isRecord(config) ? config : {};
  for (const misfit of misfits) {
    const path = misfit.kind === 'unknown' ? [...misfit.path, misfit.key] : misfit.path;
    if (misfit.kind === 'missing' || path.length === 0) continue;
    const parent = path
      .slice(0, -1)
      .reduce<unknown>((node, key) => (isRecord(node) ? node[key] : undefined), clone);
    if (isRecord(parent)) delete parent[path.at(-1) ?? ''];
  }
  clone.website_name ??= '-';
  clone.user ??= {};
  clone.publishable = { permission: 'true', ...(isRecord(clone.publishable) ? clone.publishable : {}) };
  clone.refresh_token = {
    cookie_name: 'token',
    ttl: 1,
    ...(isRecord(clone.refresh_token) ? clone.refresh_token : {}),
  };
  return clone;
}

async function readSchema(): Promise<ConfigSchema> {
  for (const location of SCHEMA_LOCATIONS) {
    try {
      const schema: unknown = JSON.parse(await readFile(new URL(location, import.meta.url), 'utf8'));
      // A file of the package; a test keeps it within the keywords that are known here.
      if (isRecord(schema)) return schema as ConfigSchema;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  throw new Error('cms.config.schema.json is missing from the installed package.');
}

/** Replaces a boolean by an object, which the schema then fills; answers whether it was `false`. */
function replaceSwitch(config: unknown, path: readonly string[]): boolean {
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((node, key) => (isRecord(node) ? node[key] : undefined), config);
  const key = path.at(-1) ?? '';
  if (!isRecord(parent) || typeof parent[key] !== 'boolean') return false;
  const isOff = parent[key] === false;
  parent[key] = {};
  return isOff;
}

function setEnabled(config: unknown, path: readonly string[]): void {
  const node = path.reduce<unknown>((parent, key) => (isRecord(parent) ? parent[key] : undefined), config);
  if (isRecord(node)) node.enabled = false;
}

function describeMisfit(misfit: Misfit): ConfigProblem {
  const place = misfit.path.join('.');
  switch (misfit.kind) {
    case 'missing':
      return {
        key: [...misfit.path, misfit.key].join('.'),
        problem: 'must be configured',
        advice: describeProperty(misfit.schema, misfit.key),
      };
    case 'unknown':
      return {
        key: [...misfit.path, misfit.key].join('.'),
        problem: 'is not a known key',
        advice: suggest(misfit.key, misfit.schema),
      };
    case 'enum':
      return {
        key: place,
        problem: `cannot be ${given(misfit.value)}`,
        advice: `write one of ${(misfit.schema.enum ?? []).join(', ')}`,
      };
    case 'empty':
      return {
        key: place,
        problem: `cannot be empty, but got ${given(misfit.value)}`,
        advice: 'write a value',
      };
    case 'type':
    case 'range':
    case 'pattern':
      return {
        key: place || 'cms.config',
        problem: `is ${given(misfit.value)}`,
        advice: `it ${misfit.kind === 'type' ? `must be ${describeTypes(misfit.schema)}` : misfit.rule}`,
      };
  }
}

/** `object (cron, time_zone) or boolean` */
function describeTypes({ type = [], properties = {} }: ConfigSchema): string {
  const types = typeof type === 'string' ? [type] : type;
  const keys = Object.keys(properties).join(', ');
  return types.map((name) => (name === 'object' && keys !== '' ? `object (${keys})` : name)).join(' or ');
}

function given(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 80) ?? 'nothing';
}

function describeProperty({ properties = {} }: ConfigSchema, name: string): string {
  const description = properties[name]?.description ?? '';
  return description === '' ? 'add it' : `add it (${description.replace(/\.$/, '')})`;
}

function suggest(name: string, { properties = {} }: ConfigSchema): string {
  const known = Object.keys(properties);
  const nearest = known
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate) }))
    .sort((a, b) => a.distance - b.distance)[0];
  if (nearest !== undefined && nearest.distance <= Math.max(2, name.length / 3)) {
    return `did you mean "${nearest.candidate}"?`;
  }
  return known.length === 0 ? 'remove it' : `the keys here are ${known.join(', ')}`;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const nextRow = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      nextRow.push(Math.min(substitution, (row[j] ?? 0) + 1, (nextRow[j - 1] ?? 0) + 1));
    }
    row = nextRow;
  }
  return row[b.length] ?? 0;
}
