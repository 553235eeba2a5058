import { readFile } from 'node:fs/promises';
import { Ajv, type ErrorObject } from 'ajv';
import type { ConfigProblem } from './config-error.js';
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
  const validate = await (compiled ??= compileSchema());
  const config: unknown = structuredClone(source);
  const switchedOff = SWITCHES.filter((path) => replaceSwitch(config, path));
  const isValid = validate(config);
  const errors = validate.errors ?? [];
  const repaired = isValid ? config : repair(config, errors);
  const usable = isValid || validate(repaired);
  for (const path of switchedOff) setEnabled(repaired, path);
  // The schema accepted it, and RawConfig is that schema as a type.
  return { config: usable ? (repaired as RawConfig) : null, problems: describeErrors(errors) };
}

/** Compiled once in a process: development reads the configuration again whenever it changes. */
let compiled: ReturnType<typeof compileSchema> | undefined;

async function compileSchema() {
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: true,
    verbose: true,
    strict: false,
    allowUnionTypes: true,
    // The schema is part of the package, so checking it is a test's work and not that of every start.
    validateSchema: false,
    meta: false,
  });
  return ajv.compile<RawConfig>(await readSchema());
}

/** Leaves out each value the schema refused and puts stand-ins where something required is missing. */
function repair(config: unknown, errors: readonly ErrorObject[]): unknown {
  const clone = isRecord(config) ? config : {};
  for (const error of errors) {
    const path = error.instancePath.split('/').slice(1).map(unescapePointer);
    if (error.keyword === 'additionalProperties') path.push(String(error.params.additionalProperty));
    if (error.keyword === 'required' || path.length === 0) continue;
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

async function readSchema(): Promise<object> {
  for (const location of SCHEMA_LOCATIONS) {
    try {
      const schema: unknown = JSON.parse(await readFile(new URL(location, import.meta.url), 'utf8'));
      if (isRecord(schema)) return schema;
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

function describeErrors(errors: readonly ErrorObject[]): ConfigProblem[] {
  return errors.map((error) => {
    const parent = error.instancePath.slice(1).split('/').filter(Boolean).map(unescapePointer).join('.');
    const child = (name: unknown): string => (parent === '' ? String(name) : `${parent}.${String(name)}`);
    const given = JSON.stringify(error.data)?.slice(0, 80) ?? 'nothing';
    switch (error.keyword) {
      case 'required':
        return {
          key: child(error.params.missingProperty),
          problem: 'must be configured',
          advice: describeProperty(error.parentSchema, String(error.params.missingProperty)),
        };
      case 'additionalProperties':
        return {
          key: child(error.params.additionalProperty),
          problem: 'is not a known key',
          advice: suggest(String(error.params.additionalProperty), error.parentSchema),
        };
      case 'enum':
        return {
          key: parent,
          problem: `cannot be ${given}`,
          advice: `write one of ${error.params.allowedValues.join(', ')}`,
        };
      case 'minLength':
      case 'minItems':
        return { key: parent, problem: `cannot be empty, but got ${given}`, advice: 'write a value' };
      default:
        return {
          key: parent || 'cms.config',
          problem: `is ${given}`,
          advice: `it ${error.message ?? 'is not valid'}`,
        };
    }
  });
}

function describeProperty(schema: unknown, name: string): string {
  const properties = isRecord(schema) && isRecord(schema.properties) ? schema.properties : {};
  const property = properties[name];
  const description =
    isRecord(property) && typeof property.description === 'string' ? property.description : '';
  return description === '' ? 'add it' : `add it (${description.replace(/\.$/, '')})`;
}

function suggest(name: string, schema: unknown): string {
  const known = isRecord(schema) && isRecord(schema.properties) ? Object.keys(schema.properties) : [];
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

function unescapePointer(part: string): string {
  return part.replace(/~1/g, '/').replace(/~0/g, '~');
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
