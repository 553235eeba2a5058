import { describe, expect, test } from 'vitest';
import { parseSchemas } from '../../../../generator/schema/load-schemas.js';
import { component, expectProblem, one, pageData, problemsOf, withField } from './schema-documents.js';
import type { ProblemCase } from './schema-documents.js';

describe('a problem in a schema file', () => {
  const cases: readonly ProblemCase[] = [
    [
      'unknown root keyword',
      one(component('Box', { 'x-publishble': true })),
      'Box.json#/x-publishble',
      'Unknown keyword "x-publishble".',
      'Did you mean "x-publishable"?',
    ],
    [
      'unknown field keyword',
      one(withField({ type: 'string', 'x-uplaod': {} })),
      'Box.json#/properties/value/x-uplaod',
      'Unknown keyword "x-uplaod".',
      'Did you mean "x-upload"?',
    ],
    [
      'wrong keyword type',
      one(component('Box', { 'x-position-restricted': 'yes' })),
      'Box.json#/x-position-restricted',
      'has the wrong JSON type (string)',
      'Write a boolean.',
    ],
    [
      'unknown kind',
      one({ ...component('Box'), 'x-resource': 'compnent' }),
      'Box.json#/x-resource',
      'which is not a known value',
      'Did you mean "component"?',
    ],
    [
      'renamed computed field',
      one(withField({ type: 'string', 'x-computed': { resolver: 'x' }, 'x-renamed-from': ['b'] })),
      'Box.json#/properties/value/x-renamed-from',
      'nothing to rename',
      'Remove "x-renamed-from"',
    ],
    [
      'type of TypeScript that is more than a type',
      one(withField({ type: 'string', tsType: 'string; export const x = 1' })),
      'Box.json#/properties/value/tsType',
      'is not a TypeScript type',
      'Write one type',
    ],
    [
      'type of TypeScript with a comment',
      one(withField({ type: 'string', tsType: 'string // rest' })),
      'Box.json#/properties/value/tsType',
      'is not a TypeScript type',
      'Write one type',
    ],
    [
      'relation of a user',
      {
        'User.json': {
          title: 'User',
          type: 'object',
          properties: { home: { type: ['string', 'null'], 'x-relation': { target: 'Route' } } },
        },
      },
      'User.json#/properties/home',
      'which is not supported for users',
      'Put the relation on the other type',
    ],
    [
      'computed field of users',
      {
        'User.json': {
          title: 'User',
          type: 'object',
          properties: { age: { type: 'integer', 'x-computed': { resolver: 'age' } } },
        },
      },
      'User.json#/properties/age/x-computed',
      'which is not supported for users',
      'Remove "x-computed"',
    ],
    [
      'unknown relation target',
      one(withField({ type: 'string', 'x-relation': { target: 'Rute' } })),
      'Box.json#/properties/value/x-relation/target',
      'The relation target "Rute" does not exist.',
      'Did you mean "Route"?',
    ],
    [
      'unknown slot',
      one(pageData('Box', { properties: { value: { type: 'string', 'x-component': 'Frm' } } })),
      'Box.json#/properties/value/x-component',
      'The component type "Frm" does not exist.',
      'Did you mean "Form"?',
    ],
    [
      'slot for no component',
      one(pageData('Box', { properties: { value: { type: 'string', 'x-component': 'Box' } } })),
      'Box.json#/properties/value/x-component',
      '"Box" is not a component.',
      'Use "x-relation"',
    ],
    [
      'slot on a component',
      one(withField({ type: 'string', 'x-component': 'Form' })),
      'Box.json#/properties/value/x-component',
      'Only page data has component slots',
      'Use "x-relation"',
    ],
    [
      'required with SET NULL',
      one(
        pageData('Box', {
          required: ['value'],
          properties: { value: { type: 'string', 'x-component': 'Form' } },
        }),
      ),
      'Box.json#/properties/value',
      'set to null when its target is deleted',
      'Remove it from "required"',
    ],
    [
      'default of wrong type',
      one(withField({ type: 'string', default: 3 })),
      'Box.json#/properties/value/default',
      'The default 3 is invalid: it must be string.',
      'Change the value',
    ],
    [
      'default not in enum',
      one(withField({ type: 'string', enum: ['a', 'b'], default: 'c' })),
      'Box.json#/properties/value/default',
      'is invalid',
      'Use one of: "a", "b".',
    ],
    [
      'default too long',
      one(withField({ type: 'string', maxLength: 2, default: 'abc' })),
      'Box.json#/properties/value/default',
      'must NOT have more than 2 characters',
      'Change the value',
    ],
    [
      'upload without adapter',
      one(withField({ type: ['string', 'null'], 'x-upload': {} })),
      'Box.json#/properties/value/x-upload',
      '"x-upload" has no "adapter".',
      'Add "adapter"',
    ],
    [
      'two uploads on one column',
      one(
        component('Box', {
          properties: { a: { 'x-upload': { adapter: 'p' } }, b: { 'x-upload': { adapter: 'p' } } },
        }),
      ),
      'Box.json#/properties/b/x-upload',
      'store their paths in the same column (filename)',
      '"property": "bPath"',
    ],
    [
      'unknown parent',
      one(component('Box', { 'x-extends': 'Crate' })),
      'Box.json#/x-extends',
      'The parent type "Crate" does not exist.',
      'There is none to use.',
    ],
    [
      'parent of another kind',
      { ...one(component('Box', { 'x-extends': 'Crate' })), ...one(pageData('Crate')) },
      'Box.json#/x-extends',
      'can\'t extend one of kind "page_data"',
      'same kind',
    ],
    [
      'cycle of parents',
      {
        ...one(component('Box', { 'x-extends': 'Crate' })),
        ...one(component('Crate', { 'x-extends': 'Box' })),
      },
      'Box.json#/x-extends',
      'extends itself',
      'Remove one',
    ],
    [
      'keyword for components',
      one(pageData('Box', { 'x-position-restricted': true })),
      'Box.json#/x-position-restricted',
      'does not apply to page data',
      'Remove it.',
    ],
    [
      'keyword for records',
      one({ ...component('Box', { 'x-mercure': true }), 'x-resource': 'embedded' }),
      'Box.json#/x-mercure',
      'does not apply to embedded types',
      'Remove it',
    ],
    [
      'dangling reference',
      one(withField({ $ref: '#/$defs/Spaeker' }, { $defs: { Speaker: { type: 'string' } } })),
      'Box.json#/properties/value/$ref',
      'The reference',
      'Did you mean "#/$defs/Speaker"?',
    ],
    [
      'keyword of another JSON type',
      one(withField({ type: 'integer', maxLength: 3 })),
      'Box.json#/properties/value/maxLength',
      'does not apply to the type "integer"',
      'change the type to "string"',
    ],
  ];

  test.each(cases)('is reported with its path and a fix: %s', expectProblem);

  test('names a filesystem that is not configured', () => {
    const given = one(withField({ 'x-upload': { adapter: 'publc' } }));
    expect(problemsOf(given, ['public'])).toEqual([
      [
        'Box.json#/properties/value/x-upload/adapter',
        'The file system "publc" is not configured.',
        'Did you mean "public"?',
      ],
    ]);
  });

  test('is reported together with those of all other files', () => {
    const given = {
      ...one(component('Box', { 'x-publishble': true, 'x-search': ['nothing'] })),
      ...one(
        component('Crate', { properties: { a: { type: 'string', 'x-relation': { target: 'Nowhere' } } } }),
      ),
    };
    expect(problemsOf(given).map(([place]) => place)).toEqual([
      'Box.json#/x-publishble',
      'Box.json#/x-search/0',
      'Crate.json#/properties/a/x-relation/target',
    ]);
  });

  test.each([
    ['an additional comma', '{\n  "title": "Box",\n}', 'Box.json:3:1'],
    ['a missing comma', '{\n  "a": 1\n  "b": 2\n}', 'Box.json:3:3'],
    ['an unquoted word', '{"a": yes}', 'Box.json:1:7'],
    ['a duplicate key', '{\n "a": 1,\n "a": 2}', 'Box.json:3:2'],
    ['an unexpected end', '{"a": [1', 'Box.json:1:9'],
  ])('names the line of a JSON error: %s', (_name, text, file) => {
    expect(parseSchemas([{ path: 'Box.json', text }]).problems).toMatchObject([{ file }]);
  });
});
