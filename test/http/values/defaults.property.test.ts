import fc from 'fast-check';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SchemaErrors } from '../../../generator/errors.js';
import { generate } from '../../../generator/index.js';
import type { JsonObject, JsonValue } from '../../../runtime/kernel/contract/json.js';
import { loadProject } from '../../../runtime/project/load-project.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const admin = { as: 'admin' } as const;
/** Few enough for a row of any database. */
const FIELDS_PER_TYPE = 8;
const TYPES = 16;

/** All rules together would leave no valid default. */
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'a',
    'abc',
    'Zürich',
    'é',
    '🙂',
    'x'.repeat(255),
    'x'.repeat(256),
    '12',
    '2026-01-05',
  ),
  fc.constantFrom(
    '12:00:00',
    '12:00:00Z',
    '2026-01-05T10:00:00+00:00',
    '2026-01-05T10:00:00.5Z',
    'a@b.example',
  ),
  fc.constantFrom(
    'https://a.example/x',
    'b7d0a2d6-0b0f-4f43-9d0e-0d9f9a0b6f6e',
    '1.5',
    '1.25',
    '99999999.99',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const numbers = fc.oneof(
  fc.integer({ min: -10, max: 10 }),
  fc.constantFrom(0, 1.5, 0.1, 2_147_483_647, 2_147_483_648, -2_147_483_649, 1e21),
);

const textField = fc.record({
  type: fc.constant('string'),
  default: texts,
  minLength: maybe(fc.constantFrom(0, 1, 3, 256)),
  maxLength: maybe(fc.constantFrom(1, 3, 255, 300)),
  pattern: maybe(fc.constantFrom('^[a-z]+$', '/^[A-Z]+$/i', '^.{2,}$', '^\\p{L}*$')),
  format: maybe(fc.constantFrom('email', 'uri', 'date', 'time', 'date-time', 'uuid')),
  enum: maybe(fc.uniqueArray(texts, { minLength: 1, maxLength: 3 })),
  'x-constraints': maybe(
    fc.constantFrom<JsonValue>(
      [{ NotBlank: {} }],
      [{ Length: { max: 2 } }],
      [{ Email: {} }],
      [{ Choice: { choices: ['a', 'abc'] } }],
      [{ Regex: { pattern: '/^a/' } }],
    ),
  ),
});
const numberField = fc.record({
  type: fc.constantFrom('integer', 'number'),
  default: numbers,
  minimum: maybe(fc.integer({ min: -3, max: 3 })),
  maximum: maybe(fc.integer({ min: -3, max: 3 })),
  exclusiveMinimum: maybe(fc.constantFrom(0, 1)),
  multipleOf: maybe(fc.constantFrom(0.1, 0.5, 2)),
  enum: maybe(fc.uniqueArray(numbers, { minLength: 1, maxLength: 3 })),
});
const decimalField = fc.record({
  type: fc.constant('number'),
  default: fc.oneof(texts, numbers) as fc.Arbitrary<JsonValue>,
  'x-column': fc.constantFrom({ precision: 4, scale: 2 }, { precision: 20, scale: 0 }),
  maximum: maybe(fc.integer({ min: -3, max: 3 })),
});
const otherField = fc.record({
  type: fc.constantFrom('boolean', 'array', 'object'),
  default: fc.oneof(
    fc.boolean(),
    fc.constantFrom<JsonValue>([], {}, [1], { a: 1 }, null),
  ) as fc.Arbitrary<JsonValue>,
});

/** A member with a default, valid or not; required or not, nullable or not. */
const field = fc
  .tuple(fc.oneof(textField, numberField, decimalField, otherField), fc.boolean(), fc.boolean())
  .map(([keywords, isNullable, isRequired]) => {
    const { type, ...rest } = Object.fromEntries(
      Object.entries(keywords).filter(([, value]) => value !== undefined),
    ) as JsonObject;
    return {
      schema: { type: isNullable ? [type as string, 'null'] : type, ...rest } as JsonObject,
      isRequired,
    };
  });
type Field = { readonly schema: JsonObject; readonly isRequired: boolean };

/** Types by title; members by name. */
type Types = Map<string, Map<string, Field>>;

function schemasOf(types: Types): readonly JsonObject[] {
  return [...types].map(([title, fields]) => ({
    title,
    type: 'object',
    'x-resource': 'component',
    required: [...fields].filter(([, { isRequired }]) => isRequired).map(([name]) => name),
    properties: Object.fromEntries([...fields].map(([name, { schema }]) => [name, schema])),
  }));
}

/** Removes every member that `generate` rejects, until it accepts the rest. */
async function generateAccepted(root: string, types: Types): Promise<void> {
  for (;;) {
    await rm(join(root, 'schemas'), { recursive: true, force: true });
    await mkdir(join(root, 'schemas'));
    for (const schema of schemasOf(types))
      await writeFile(join(root, `schemas/${String(schema.title)}.json`), JSON.stringify(schema));
    try {
      await generate({ projectRoot: root, withoutMigration: true });
      return;
    } catch (error) {
      if (!(error instanceof SchemaErrors)) throw error;
      const named = error.errors.map(({ file, pointer }) => ({
        fields: types.get(file.replace(/^schemas\/|\.json.*$/g, '')),
        name: /^\/properties\/(\w+)/.exec(pointer)?.[1] ?? '',
      }));
      // Errors outside of members are not about defaults.
      if (!named.every(({ fields, name }) => fields?.has(name) === true)) throw error;
      for (const { fields, name } of named) fields?.delete(name);
    }
  }
}

let app: TestApp;

async function appOf(types: Types): Promise<TestApp> {
  const root = await mkdtemp(join(tmpdir(), 'cms-defaults-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await generateAccepted(root, types);
  const { manifest } = await loadProject(root);
  const started = await startTestApp({ manifest });
  onTestFinished(() => started.close());
  return started;
}

/** Returns members that are missing, or differ when they are read again. */
async function unlike(
  created: Record<string, JsonValue>,
  fields: ReadonlyMap<string, Field>,
): Promise<unknown[]> {
  const { body: read } = await app.get(String(created['@id']), admin);
  return [...fields].flatMap(([name, { schema }]) => {
    const isShown = schema['default'] === null || name in created;
    const isEqual = JSON.stringify(read[name]) === JSON.stringify(created[name]);
    return isShown && isEqual ? [] : [{ schema, created: created[name], read: read[name] }];
  });
}

describe('a default that cms generate accepts', () => {
  test('is accepted and shown by a POST without the member', async () => {
    const drawn = fc.sample(field, { numRuns: TYPES * FIELDS_PER_TYPE * 4, seed: 20_260_105 });
    const types: Types = new Map(
      Array.from({ length: TYPES * 4 }, (_, type) => [
        `Kind${type}`,
        new Map(
          drawn
            .slice(type * FIELDS_PER_TYPE, (type + 1) * FIELDS_PER_TYPE)
            .map((each, index) => [`field${index}`, each]),
        ),
      ]),
    );
    app = await appOf(types);
    let evaluated = 0;
    const refused: unknown[] = [];
    for (const [title, fields] of types) {
      const { status, body } = await app.post(`/component/${title.toLowerCase()}s`, {}, admin);
      const violations: readonly { propertyPath: string; message: string }[] = body.violations ?? [];
      for (const { propertyPath, message } of violations)
        refused.push({ message, ...fields.get(propertyPath.replace(/[.[].*$/, '')) });
      if (status !== 201 && violations.length === 0)
        refused.push({ status, detail: body.detail, fields: [...fields] });
      if (status === 201) refused.push(...(await unlike(body, fields)));
      evaluated += fields.size;
    }
    expect(refused).toEqual([]);
    // Most generated schemas contradict themselves; enough valid ones remain.
    expect(evaluated).toBeGreaterThan(80);
  });
});
