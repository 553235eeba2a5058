import { readFile } from 'node:fs/promises';
import { Ajv, type ErrorObject } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applySchema, isRecord } from '../../../../../runtime/kernel/settings/apply-schema.js';
import type { ConfigSchema, DriftItem } from '../../../../../runtime/kernel/settings/apply-schema.js';

const FILE = new URL('../../../../../runtime/config/cms.config.schema.json', import.meta.url);
// The first test checks that it is a schema.
const schema = JSON.parse(await readFile(FILE, 'utf8')) as ConfigSchema;

const KEYWORDS = new Set(
  'type description default enum minLength pattern minimum maximum minItems items required properties additionalProperties'.split(
    ' ',
  ),
);
const MINIMAL = {
  website_name: 'Site',
  user: {},
  publishable: { permission: 'true' },
  refresh_token: { cookie_name: 'token', ttl: 1 },
};

describe('the schema of the configuration', () => {
  test('uses only supported keywords', () => {
    const strangers = keywordsOf(schema).filter((keyword) => !KEYWORDS.has(keyword));
    // For editors, at the root.
    expect(strangers).toEqual(['$schema', 'title']);
  });

  test('uses a minimum length of one only', () => {
    const lengths = schemasIn(schema).flatMap(({ minLength, minItems }) => [minLength ?? 1, minItems ?? 1]);
    expect(new Set(lengths)).toEqual(new Set([1]));
  });

  test('describes every key', () => {
    const silent = schemasIn(schema)
      .flatMap(({ properties = {} }) => Object.entries(properties))
      .filter(([, { description = '' }]) => description === '');
    expect(silent.map(([key]) => key)).toEqual([]);
  });
});

describe('applySchema', () => {
  test('sets a copy of each default if there is no value', () => {
    const [first, second]: Record<string, unknown>[] = [structuredClone(MINIMAL), structuredClone(MINIMAL)];
    expect([applySchema(first, schema), applySchema(second, schema)]).toEqual([[], []]);
    expect(first?.api_prefix).toBe('/api');
    expect(first?.cors).toEqual(second?.cors);
    expect(first?.cors).not.toBe(second?.cors);
  });

  test('reports everything that does not match, with its path', () => {
    const drift = applySchema(
      { ...MINIMAL, website_name: '', cors: { allow_origin: [1] }, colour: 'red' },
      schema,
    );
    expect(drift.map(({ kind, path }) => [kind, path])).toEqual([
      ['unknown', []],
      ['empty', ['website_name']],
      ['type', ['cors', 'allow_origin', '0']],
    ]);
  });

  test('validates any change of a configuration like a general validator, and sets the same defaults', () => {
    const ajv = new Ajv({ allErrors: true, useDefaults: true, strict: false, allowUnionTypes: true });
    const validate = ajv.compile(schema);
    const complete: unknown = structuredClone(MINIMAL);
    applySchema(complete, schema);
    const paths = pathsIn(complete);
    const change = fc.record({ path: fc.constantFrom(...paths), value: anyValue() });
    fc.assert(
      fc.property(fc.constantFrom(MINIMAL, complete), fc.array(change, { maxLength: 4 }), (base, changes) => {
        const [ours, theirs] = [structuredClone(base), structuredClone(base)];
        for (const { path, value } of changes) {
          place(ours, path, structuredClone(value));
          place(theirs, path, structuredClone(value));
        }
        const drift = applySchema(ours, schema);
        validate(theirs);
        expect(drift.map(describeDriftItem)).toEqual((validate.errors ?? []).map(describeError));
        expect(ours).toEqual(theirs);
      }),
      { numRuns: 500 },
    );
  });
});

function anyValue(): fc.Arbitrary<unknown> {
  const scalar = fc.oneof(
    fc.constantFrom<unknown>(null, undefined, true, false, '', 'token', 'a b', 'local', 'ROLE_USER'),
    fc.constantFrom(-1, 0, 0.5, 1, 100, 20_000),
  );
  const key = fc.constantFrom('driver', 'width', 'quality', 'mode', 'path', 'roles', 'enabled', 'a/b', 'x');
  return fc.oneof(
    scalar,
    fc.array(scalar, { maxLength: 3 }),
    fc.dictionary(key, fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })), { maxKeys: 4 }),
    fc.dictionary(key, fc.dictionary(key, scalar, { maxKeys: 4 }), { maxKeys: 2 }),
    fc.array(fc.dictionary(key, scalar, { maxKeys: 3 }), { maxLength: 2 }),
  );
}

function describeDriftItem(driftItem: DriftItem): string {
  const place = driftItem.path.map((key) => `/${key.replaceAll('/', '~1')}`).join('');
  switch (driftItem.kind) {
    case 'missing':
    case 'unknown':
      return `${place} ${driftItem.kind} ${driftItem.key}`;
    case 'enum':
    case 'empty':
      return `${place} ${driftItem.kind}`;
    case 'type':
    case 'range':
    case 'pattern':
      return `${place} ${driftItem.kind} ${driftItem.rule}`;
  }
}

function describeError({ instancePath, keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return `${instancePath} missing ${params.missingProperty}`;
    case 'additionalProperties':
      return `${instancePath} unknown ${params.additionalProperty}`;
    case 'minLength':
    case 'minItems':
      return `${instancePath} empty`;
    case 'enum':
      return `${instancePath} enum`;
    case 'minimum':
    case 'maximum':
      return `${instancePath} range ${message}`;
    default:
      return `${instancePath} ${keyword} ${message}`;
  }
}

/** Lists paths to all values, and to keys that do not exist yet. */
function pathsIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (!isRecord(value)) return [path];
  const members = Object.keys(value).flatMap((key) => pathsIn(value[key], [...path, key]));
  return [...(path.length === 0 ? [] : [path]), [...path, 'stranger'], ...members];
}

function place(config: unknown, path: readonly string[], value: unknown): void {
  const parent = path.slice(0, -1).reduce<unknown>((node, key) => (isRecord(node) ? node[key] : {}), config);
  if (isRecord(parent)) parent[path.at(-1) ?? ''] = value;
}

function schemasIn(node: ConfigSchema): readonly ConfigSchema[] {
  const { items, properties = {}, additionalProperties } = node;
  const inner = [items, additionalProperties, ...Object.values(properties)];
  return [node, ...inner.flatMap((child) => (isRecord(child) ? schemasIn(child) : []))];
}

function keywordsOf(node: ConfigSchema): readonly string[] {
  return schemasIn(node).flatMap((one) => Object.keys(one));
}
