import { describe, expect, test } from 'vitest';
import { parseSchemas } from '../../../../generator/schema/load-schemas.js';
import { component, expectProblem, one, problemsOf, withField } from './schema-documents.js';
import type { Document, ProblemCase } from './schema-documents.js';

const VALUE = 'Box.json#/properties/value';
const field = (document: Document) => one(withField(document));

describe('contradictory rules', () => {
  const limits: readonly (readonly [Document, string])[] = [
    [{ type: 'string', minLength: 5, maxLength: 4 }, 'minLength'],
    [{ type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 1 }, 'minItems'],
    [{ type: 'integer', minimum: 3, maximum: 2 }, 'minimum'],
    [{ type: 'integer', minimum: 3, exclusiveMaximum: 3 }, 'minimum'],
    [{ type: 'number', exclusiveMinimum: 3, maximum: 3 }, 'exclusiveMinimum'],
    [{ type: 'number', exclusiveMinimum: 3, exclusiveMaximum: 3 }, 'exclusiveMinimum'],
  ];

  test.each(limits)('%j is reported', (document, keyword) => {
    expectProblem('', field(document), `${VALUE}/${keyword}`, 'value', `Lower "${keyword}" or raise`);
  });

  test('are reported inside lists, shapes and $defs too', () => {
    const empty = { type: 'string', minLength: 2, maxLength: 1 };
    const given = one(
      withField(
        { type: 'array', items: empty },
        { $defs: { Part: { type: 'object', properties: { a: empty } } } },
      ),
    );
    expect(problemsOf(given).map(([place]) => place)).toEqual([
      'Box.json#/$defs/Part/properties/a/minLength',
      `${VALUE}/items/minLength`,
    ]);
  });

  const options: readonly (readonly [Document, string])[] = [
    [{ Length: { min: 3, max: 2 } }, 'Length/min'],
    [{ All: { constraints: [{ Range: { min: 3, max: 2 } }] } }, 'All/constraints/0/Range/min'],
  ];

  test.each(options)('%j is reported', (constraint, place) => {
    const given = field({
      type: 'Length' in constraint ? 'string' : 'array',
      ...('All' in constraint ? { items: { type: 'integer' } } : {}),
      'x-constraints': [constraint],
    });
    expectProblem(
      '',
      given,
      `${VALUE}/x-constraints/0/${place}`,
      '"min" (3) is greater than "max" (2)',
      'Lower "min"',
    );
  });

  test.each([
    { type: 'string', minLength: 4, maxLength: 4 },
    { type: 'integer', minimum: 3, maximum: 3 },
    { type: 'number', exclusiveMinimum: 3, maximum: 3.5 },
    { type: 'string', 'x-constraints': [{ Length: { min: 2, max: 2 } }] },
  ])('%j is accepted', (document) => expect(problemsOf(field(document))).toEqual([]));
});

describe('an enum whose values do not match the type', () => {
  const cases: readonly ProblemCase[] = [
    [
      'a number among strings',
      field({ type: 'string', enum: ['a', 2] }),
      `${VALUE}/enum/1`,
      '2 is a number',
      'Write "2"',
    ],
    [
      'a string among numbers',
      field({ type: 'integer', enum: [1, '2'] }),
      `${VALUE}/enum/1`,
      '"2" is a string',
      'Change',
    ],
    [
      'a fraction among whole ones',
      field({ type: 'integer', enum: [1.5] }),
      `${VALUE}/enum/0`,
      '1.5 is a number',
      'Change',
    ],
    [
      'null',
      field({ type: 'string', enum: ['a', null] }),
      `${VALUE}/enum/1`,
      'null is null',
      'Add "null" to the type',
    ],
    ['a constant', field({ type: 'boolean', const: 'yes' }), `${VALUE}/const`, '"yes" is a string', 'Change'],
    [
      'inside a list',
      field({ type: 'array', items: { type: 'string', enum: [true] } }),
      `${VALUE}/items/enum/0`,
      'true is a boolean',
      'Write "true"',
    ],
  ];

  test.each(cases)('is reported with its path and a fix: %s', expectProblem);

  test.each([
    { type: ['string', 'null'], enum: ['a', null] },
    { type: ['string', 'null'], enum: ['a'] },
    { type: 'number', enum: [1, 1.5] },
    { enum: ['a', 2] },
  ])('%j is accepted', (document) => expect(problemsOf(field(document))).toEqual([]));
});

describe('a value that other keywords exclude', () => {
  const list = (items: Document): Document => ({ type: 'array', items });
  const object = (member: Document): Document => ({ type: 'object', properties: { member } });
  const cases: readonly (readonly [Document, string])[] = [
    [{ type: 'string', enum: ['abc', 'a'], minLength: 2 }, 'enum/1'],
    [{ type: 'string', enum: ['abc', 'd'], pattern: '^[a-c]+$' }, 'enum/1'],
    [{ type: 'string', enum: ['abc', 'D'], pattern: '/^[A-C]+$/i' }, 'enum/1'],
    [{ type: 'string', format: 'email', enum: ['a@example.com', 'nobody'] }, 'enum/1'],
    [{ type: 'string', format: 'date', const: '2030-02-31' }, 'const'],
    [{ type: 'integer', enum: [1, 20], maximum: 10 }, 'enum/1'],
    [{ type: 'number', const: 0.3, multipleOf: 0.5 }, 'const'],
    [{ type: 'string', enum: ['draft', 'no'], 'x-constraints': [{ Length: { min: 3 } }] }, 'enum/1'],
    [{ type: 'string', enum: ['draft', ''], 'x-constraints': [{ NotBlank: {} }] }, 'enum/1'],
    [list({ type: 'string', enum: ['abc', 'a'], minLength: 2 }), 'items/enum/1'],
    [object({ type: 'integer', const: 5, minimum: 6 }), 'properties/member/const'],
  ];

  test.each(cases)('can never be written: %j', (document, place) => {
    expectProblem('', field(document), `${VALUE}/${place}`, 'is invalid', 'Change the value, or the rule');
    expect(problemsOf(field(document))).toHaveLength(1);
  });

  test.each([
    { type: ['string', 'null'], enum: ['abc', null], minLength: 2 },
    { type: 'string', enum: ['abc'], minLength: 3, maxLength: 3, pattern: '^[a-c]+$' },
    { type: 'string', format: 'time', enum: ['12:00:00'] },
    { type: 'string', enum: ['a', 'b'], 'x-constraints': [{ Choice: { choices: ['a', 'b'] } }] },
  ])('%j is accepted', (document) => expect(problemsOf(field(document))).toEqual([]));
});

describe('a schema file that is not a JSON file', () => {
  test.each([
    ['Box.yaml', 'Box.json'],
    ['forms/AskType.yml', 'AskType.json'],
    ['Box.json5', 'Box.json'],
  ])('%s is reported', (path, wanted) => {
    const { sources, problems } = parseSchemas([{ path, file: `schemas/${path}`, text: 'title: Box\n' }]);
    expect(sources).toEqual([]);
    expect(problems).toEqual([
      {
        file: `schemas/${path}`,
        pointer: '',
        message: expect.stringContaining('Schema files are JSON'),
        hint: expect.stringContaining(`Convert it to ${wanted}`),
      },
    ]);
  });
});

describe('shapes that no value matches', () => {
  const withShapes = ($defs: Document) => one(withField({ $ref: '#/$defs/A' }, { $defs }));
  const toA = { $ref: '#/$defs/A' };
  const toB = { $ref: '#/$defs/B' };
  const places = ($defs: Document) => problemsOf(withShapes($defs)).map(([place]) => place);

  test.each<readonly [Document, readonly string[]]>([
    [{ A: toA }, ['A']],
    [{ A: toB, B: toA }, ['A', 'B']],
    [{ A: toB, B: { $ref: '#/$defs/C' }, C: toB }, ['B', 'C']],
    [{ A: { anyOf: [{ type: 'string' }, toA] } }, ['A']],
    [{ A: { allOf: [{ type: 'object' }, toB] }, B: { oneOf: [toA, { type: 'null' }] } }, ['A', 'B']],
  ])('%j only refers to itself', (shapes, names) => {
    expect(places(shapes)).toEqual(names.map((name) => `Box.json#/$defs/${name}`));
    expectProblem(
      '',
      withShapes(shapes),
      `Box.json#/$defs/${names[0]}`,
      'only references itself',
      'a "type"',
    );
  });

  test.each<readonly [Document, readonly string[]]>([
    [{ A: { type: 'object', properties: { next: toA }, required: ['next'] } }, ['A']],
    [{ A: { type: 'array', items: toB, minItems: 1 }, B: toA }, ['A', 'B']],
  ])('%j is infinite', (shapes, names) => {
    expect(places(shapes)).toEqual(names.map((name) => `Box.json#/$defs/${name}`));
    expectProblem('', withShapes(shapes), `Box.json#/$defs/${names[0]}`, 'no value is finite', '"required"');
  });

  test('an embedded type that must contain itself is reported', () => {
    const node = {
      ...component('Node', { properties: { next: { $ref: 'Node.json' } }, required: ['next'] }),
      'x-resource': 'embedded',
    };
    expectProblem('', one(node), 'Node.json#', 'no value is finite', '"required"');
  });

  test.each<Document>([
    { A: { type: 'object', properties: { next: toA } } },
    { A: { type: 'array', items: toA } },
    { A: { type: ['object', 'null'], properties: { next: toA }, required: ['next'] } },
    { A: { anyOf: [{ type: 'string' }, { type: 'array', items: toA, minItems: 1 }] } },
    { A: toB, B: { type: 'string' } },
  ])('%j matches some value', (shapes) => {
    expect(places(shapes)).toEqual([]);
  });
});

describe('fields that no column can store', () => {
  const long = 'x'.repeat(256);

  test.each<readonly [Document, string]>([
    [{ type: 'string', enum: ['a', long] }, 'enum/1'],
    [{ type: 'string', const: long }, 'const'],
    [{ type: 'string', default: long }, 'default'],
    [{ type: 'string', minLength: 256 }, 'minLength'],
    [{ type: 'string', default: 'abcd', 'x-column': { length: 3 } }, 'default'],
    [{ type: 'integer', enum: [1, 2147483648] }, 'enum/1'],
    [{ type: 'integer', const: -2147483649 }, 'const'],
    [{ type: 'integer', default: 9999999999 }, 'default'],
    [{ type: 'integer', minimum: 2147483648 }, 'minimum'],
    [{ type: 'integer', exclusiveMaximum: -2147483648 }, 'exclusiveMaximum'],
  ])('%j is reported', (document, keyword) => {
    expect(problemsOf(field(document)).map(([place]) => place)).toContain(`${VALUE}/${keyword}`);
  });

  test.each<Document>([
    { type: 'string', default: 'x'.repeat(255) },
    { type: 'string', maxLength: 300, default: long },
    { type: 'string', default: long, 'x-column': { type: 'text' } },
    { type: 'integer', enum: [-2147483648, 2147483647] },
    { type: 'number', default: 9999999999 },
  ])('%j is accepted', (document) => {
    expect(problemsOf(field(document))).toEqual([]);
  });
});

describe('a default', () => {
  test.each<Document>([
    { type: 'string', default: '', 'x-constraints': [{ NotBlank: {} }] },
    { type: 'string', default: 'abc', 'x-constraints': [{ Length: { min: 5 } }] },
    { type: 'integer', default: 3, 'x-constraints': [{ GreaterThan: { value: 3 } }] },
    { type: 'array', default: ['a'], 'x-constraints': [{ All: { constraints: [{ Length: { min: 2 } }] } }] },
    { type: 'string', format: 'email', default: 'nobody@localhost' },
  ])('that the own rules refuse is reported: %j', (document) => {
    expectProblem('', field(document), `${VALUE}/default`, 'is invalid', 'Change the value');
  });

  test.each<Document>([
    { type: 'string', default: 'abcde', 'x-constraints': [{ Length: { min: 5 } }] },
    { type: 'string', default: 'abc', 'x-constraints': [{ Length: { min: 5, groups: ['Later'] } }] },
    { type: 'string', format: 'date-time', default: '2026-01-05T00:00:00+00:00' },
    { type: 'string', format: 'date', default: '2026-01-05' },
    { type: 'string', format: 'time', default: '12:00:00' },
    { type: 'string', pattern: '/^[a-z]+$/i', default: 'ABC' },
  ])('that satisfies them is accepted: %j', (document) => {
    expect(problemsOf(field(document))).toEqual([]);
  });
});
