import fc from 'fast-check';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Schema } from '../../../generated/client/schemas.js';
import { generate } from '../../../generator/index.js';
import type { JsonObject, JsonValue } from '../../../runtime/kernel/contract/json.js';
import { isJsonObject } from '../../../runtime/kernel/util/json-object.js';
import { loadProject } from '../../../runtime/project/load-project.js';
import { propertyRuns } from '../../support/property-runs.js';
import { ADDRESS, EVERYTHING, values as submissions } from '../forms/everything-form.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const admin = { as: 'admin' } as const;
const rule = (name: string, options: JsonObject = {}): JsonObject => ({
  type: ['string', 'null'],
  'x-constraints': [{ [name]: options }],
});

/** A member for each constraint that a schema file can state about values. */
const MEMBERS: Readonly<Record<string, Readonly<Record<string, JsonObject>>>> = {
  Texts: {
    plain: { type: 'string' },
    sized: { type: 'string', minLength: 2, maxLength: 4 },
    long: { type: ['string', 'null'], 'x-column': { type: 'text' } },
    matching: { type: 'string', pattern: '^[a-z]*$' },
    excluded: rule('Regex', { pattern: '/^a/i', match: false, message: 'Not with an a.' }),
    mail: { type: 'string', format: 'email' },
    address: { type: 'string', format: 'uri' },
    website: rule('Url', { protocols: ['https'], requireTld: true }),
    title: rule('NotBlank', { normalizer: 'trim' }),
    published: rule('NotBlank', { groups: ['Texts:published'], message: 'Please publish no blank.' }),
    listed: { type: 'string', enum: ['a', 'abc'] },
    counted: rule('Length', { exactly: 3 }),
    preset: { type: 'string', default: 'abc', maxLength: 3 },
    json: rule('Json'),
  },
  Formats: {
    day: { type: 'string', format: 'date' },
    moment: { type: 'string', format: 'date-time' },
    clock: { type: 'string', format: 'time' },
    key: { type: 'string', format: 'uuid' },
    since: rule('DateTime', { format: 'd.m.Y' }),
    zone: rule('Timezone'),
    ip: rule('Ip', { version: 'all' }),
    host: rule('Hostname'),
    color: rule('CssColor', { formats: ['hex_long', 'rgb', 'basic_named_colors'] }),
    country: rule('Country'),
    language: rule('Language'),
    locale: rule('Locale'),
    currency: rule('Currency'),
    password: rule('PasswordStrength', { minScore: 1 }),
    blank: rule('Blank'),
    later: {
      type: 'string',
      format: 'date-time',
      'x-constraints': [{ GreaterThan: { value: '2026-01-01' } }],
    },
  },
  Numbers: {
    whole: { type: 'integer', minimum: 1, maximum: 5 },
    real: { type: 'number', exclusiveMinimum: 0, multipleOf: 0.5 },
    price: { type: 'number', 'x-column': { precision: 4, scale: 2 }, minimum: 0 },
    other: {
      type: ['integer', 'null'],
      'x-constraints': [{ NotEqualTo: { value: 3 } }, { LessThan: { value: 9 } }],
    },
    same: { type: ['integer', 'null'], 'x-constraints': [{ IdenticalTo: { value: 3 } }] },
    small: { type: ['number', 'null'], 'x-constraints': [{ NegativeOrZero: {} }] },
    accepted: { type: 'boolean', 'x-constraints': [{ IsTrue: { message: 'Please accept.' } }] },
    refused: { type: ['boolean', 'null'], 'x-constraints': [{ IsFalse: {} }] },
    numeric: rule('Type', { type: 'numeric' }),
  },
  Structures: {
    tags: {
      type: 'array',
      items: { type: 'string', minLength: 2 },
      minItems: 1,
      maxItems: 3,
      uniqueItems: true,
    },
    choices: {
      type: ['array', 'null'],
      'x-constraints': [{ Choice: { choices: ['a', 'abc'], multiple: true, min: 1 } }],
    },
    each: { type: ['array', 'null'], 'x-constraints': [{ All: { constraints: [{ NotBlank: {} }] } }] },
    map: {
      type: ['object', 'null'],
      'x-constraints': [
        { Collection: { fields: { a: [{ NotBlank: {} }], b: { required: false, constraints: [] } } } },
      ],
    },
    speaker: { $ref: '#/$defs/Speaker' },
    either: { anyOf: [{ type: 'string', minLength: 3 }, { type: 'integer' }] },
  },
};

const SPEAKER: JsonObject = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 2 },
    links: {
      type: 'array',
      items: { type: 'object', properties: { url: { type: 'string', format: 'uri' } } },
    },
  },
};

/** Required members of each type. */
const WHOLE: Readonly<Record<string, JsonObject>> = {
  Texts: { plain: 'a', mail: 'a@b.example', title: 'a' },
  Structures: { either: 1 },
};

const texts = fc.constantFrom(
  ...['', ' ', 'a', 'abc', 'Abcd', 'xy', 'é', '🙂🙂', 'x'.repeat(255), 'x'.repeat(256), '12', '1.25', '{}'],
  ...[
    '2026-01-05',
    '2026-02-31',
    '12:00',
    '12:00:00',
    '25:00',
    '2026-01-05T10:00:00+00:00',
    'now',
    '5.1.2026',
  ],
  ...['05.01.2026', 'a@b.example', 'a@bücher.example', 'a@b', 'https://a.example/x', 'http://a', 'ftp://x'],
  ...['b7d0a2d6-0b0f-4f43-9d0e-0d9f9a0b6f6e', '::1', '1::2::3', '1.2.3.4', '1.2.3.256', '::ffff:1.2.3.4'],
  ...[
    'example.com',
    'localhost',
    '#a0b1c2',
    'red',
    'rgb(1,2,3)',
    'GB',
    'XX',
    'de',
    'de_DE',
    'EUR',
    'Europe/London',
  ],
);
const scalars = fc.oneof(
  { weight: 6, arbitrary: texts as fc.Arbitrary<JsonValue> },
  fc.constantFrom<JsonValue>(null, true, false, 0, 1, 3, 5, -1, 0.5, 1.25, 9.999, 2_147_483_648, 1e21),
);
const values: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 6, arbitrary: scalars },
  { weight: 2, arbitrary: fc.array(scalars, { maxLength: 4 }) as fc.Arbitrary<JsonValue> },
  fc.dictionary(fc.constantFrom('a', 'b', 'c'), scalars, { maxKeys: 3 }) as fc.Arbitrary<JsonValue>,
  fc.record({
    name: scalars,
    links: fc.array(fc.record({ url: scalars }), { maxLength: 2 }),
  }) as fc.Arbitrary<JsonValue>,
);

interface Violation {
  readonly propertyPath: string;
  readonly message: string;
}

interface Refusal {
  readonly path: string;
  readonly message: string;
}

/** Returns the violations that a schema finds, with paths in the server's format. */
function refusals(schema: Schema<unknown> | undefined, body: JsonObject): readonly Refusal[] {
  const result = schema?.['~standard'].validate(body);
  if (result === undefined) throw new Error('There is no such schema.');
  return (result.issues ?? []).map(({ message, path }) => ({ path: path.join('.'), message }));
}

const printed = ({ path, message }: Refusal): string => `${path}: ${message}`;

/** Removes custom constraints and those that depend on other values, which only the server checks. */
const withoutServerRules = (definition: JsonValue): JsonValue => {
  if (Array.isArray(definition)) return definition.map(withoutServerRules);
  if (!isJsonObject(definition)) return definition;
  const kept = Object.entries(definition).map(([key, value = null]): [string, JsonValue] => [
    key,
    key === 'constraints' && Array.isArray(value)
      ? value.filter((one: JsonValue) => isJsonObject(one) && !('Expression' in one || 'Callback' in one))
      : withoutServerRules(value),
  ]);
  return Object.fromEntries(kept);
};

interface ShownNode {
  readonly vars: { readonly name: string; readonly errors?: readonly string[] };
  readonly children: readonly ShownNode[];
}

const errorsOf = ({ vars, children }: ShownNode, path: string): readonly string[] => [
  ...(vars.errors ?? []).map((message) => printed({ path, message })),
  ...children.flatMap((child) => errorsOf(child, `${path}.${child.vars.name}`)),
];

describe('a schema of the generated client', () => {
  let app: TestApp;
  let root: string;
  let schemas: Readonly<Record<string, Schema<unknown>>>;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'cms-schemas-'));
    await mkdir(join(root, 'schemas'));
    for (const [title, properties] of Object.entries(MEMBERS)) {
      const schema = {
        title,
        type: 'object',
        'x-resource': 'component',
        'x-publishable': title === 'Texts',
        required: title === 'Texts' ? ['plain', 'mail'] : [],
        properties,
        ...(title === 'Structures' ? { $defs: { Speaker: SPEAKER } } : {}),
      };
      await writeFile(join(root, `schemas/${title}.json`), JSON.stringify(schema));
    }
    await mkdir(join(root, 'schemas/forms'));
    for (const form of [EVERYTHING, ADDRESS]) {
      const definition = withoutServerRules(form as unknown as JsonObject);
      await writeFile(join(root, `schemas/forms/${form.name}.json`), JSON.stringify(definition));
    }
    await writeFile(join(root, 'package.json'), '{"type":"module"}');
    await generate({ projectRoot: root, withoutMigration: true });
    const { manifest } = await loadProject(root);
    app = await startTestApp({ manifest });
    schemas = (await import(pathToFileURL(join(root, 'generated/client/schemas.js')).href)) as typeof schemas;
  });
  afterAll(async () => {
    await app.close();
    await rm(root, { recursive: true });
  });

  /** Returns the violations of a response in the format of schemas. */
  async function violationsOf(
    answer: Promise<{
      readonly status: number;
      readonly body: { readonly violations?: readonly Violation[] };
    }>,
  ): Promise<readonly string[]> {
    const { status, body } = await answer;
    expect([200, 201, 422]).toContain(status);
    const found = (body.violations ?? []).map(({ propertyPath, message }) =>
      printed({ path: propertyPath.replace(/\[(\w+)\]/g, '.$1'), message }),
    );
    return found.sort();
  }

  const bodies = (members: readonly string[]): fc.Arbitrary<JsonObject> =>
    fc.record(Object.fromEntries(members.map((name) => [name, values])), { requiredKeys: [] });

  test.each(Object.entries(MEMBERS))(
    'for a new %s rejects what the server rejects, at the same paths with the same messages',
    async (title, members) => {
      const names = [...Object.keys(members), ...(title === 'Texts' ? ['publishedAt'] : [])];
      await fc.assert(
        fc.asyncProperty(bodies(names), async (body) => {
          const found = refusals(schemas[`${title}Input`], body).map(printed).sort();
          expect(found).toEqual(
            await violationsOf(app.post(`/component/${title.toLowerCase()}`, body, admin)),
          );
        }),
        { numRuns: propertyRuns(60) },
      );
    },
  );

  test.each(Object.entries(MEMBERS))(
    'for a change of %s rejects what the server rejects in the sent members',
    async (title, members) => {
      const { '@id': iri } = await app.create(`/component/${title.toLowerCase()}`, WHOLE[title] ?? {});
      await fc.assert(
        fc.asyncProperty(bodies(Object.keys(members)), async (body) => {
          const found = refusals(schemas[`${title}Patch`], body).map(printed).sort();
          const answered = await violationsOf(app.patch(iri, body, admin));
          // Objects are merged with the stored ones.
          const isWhole = (violation: string): boolean =>
            !isJsonObject(body[violation.split(/[.:]/, 1)[0] ?? ''] ?? null);
          expect(found).toEqual(answered.filter(isWhole));
        }),
        { numRuns: propertyRuns(60) },
      );
    },
  );

  test('for a form with fields of every type rejects what the server rejects, at the same fields with the same messages', async () => {
    const { '@id': form } = await app.create('/component/forms', { formType: 'EverythingType' });
    await fc.assert(
      fc.asyncProperty(submissions, async (everything) => {
        const body = { everything } as JsonObject;
        const found = refusals(schemas.EverythingSubmission, body).map(printed).sort();
        const { status, body: answer } = await app.post(`${form}/submit`, body, admin);
        if (status === 400) return;
        expect([201, 422]).toContain(status);
        const answered = status === 201 ? [] : errorsOf(answer.formView as ShownNode, 'everything');
        expect(found).toEqual([...answered].sort());
      }),
      { numRuns: propertyRuns(60) },
    );
  });
});
