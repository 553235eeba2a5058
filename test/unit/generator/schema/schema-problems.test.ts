import { describe, expect, test } from 'vitest';
import { parseSchemas } from '../../../../generator/schema/load-schemas.js';
import { component, one, pageData, problemsOf, withField } from './schema-documents.js';
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
      'title missing',
      { 'Box.json': { type: 'object', 'x-resource': 'component' } },
      'Box.json#',
      '"title" is missing.',
      'Add "title".',
    ],
    [
      'title differs from file',
      { 'Crate.json': component('Box') },
      'Crate.json#/title',
      'differs from the name of the file',
      'Write "Crate"',
    ],
    [
      'reserved type name',
      one(component('Layout')),
      'Layout.json#/title',
      'is the name of a built-in type',
      'Choose another name',
    ],
    [
      'title of the journal of migrations',
      one(component('Migration')),
      'Migration.json#/title',
      'is the name of a built-in type',
      'Choose another name',
    ],
    [
      'table of the platform',
      one(component('Box', { 'x-table': 'refresh_token' })),
      'Box.json#/x-table',
      'belongs to the platform',
      'Set "x-table"',
    ],
    [
      'link table that is the table of a type',
      {
        ...one(
          component('Box', {
            properties: { lids: { type: 'array', 'x-relation': { kind: 'manyToMany', target: 'Route' } } },
          }),
        ),
        ...one(component('Lid', { 'x-table': 'boxes_lids' })),
      },
      'Box.json#/properties/lids',
      'The link table "boxes_lids" of "lids" is the table of Lid.',
      'Choose another name',
    ],
    [
      'column with a long name',
      one(component('Box', { properties: { [`a${'Long'.repeat(15)}`]: { type: 'string' } } })),
      `Box.json#/properties/a${'Long'.repeat(15)}`,
      'more than 60 characters',
      'x-column',
    ],
    [
      'earlier title of two types',
      {
        ...one(component('Box', { 'x-renamed-from': ['Case'] })),
        ...one(component('Crate', { 'x-renamed-from': ['Case'] })),
      },
      'Crate.json#/x-renamed-from/0',
      'Box.json names "Case" as its earlier title too',
      'Keep it in the file',
    ],
    [
      'renamed field that is still there',
      one(
        component('Box', {
          properties: { a: { type: 'string' }, b: { type: 'string', 'x-renamed-from': ['a'] } },
        }),
      ),
      'Box.json#/properties/b/x-renamed-from/0',
      'The field "a" is still there',
      'remove the old field',
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
      'is no TypeScript type',
      'Write one type',
    ],
    [
      'type of TypeScript with a comment',
      one(withField({ type: 'string', tsType: 'string // rest' })),
      'Box.json#/properties/value/tsType',
      'is no TypeScript type',
      'Write one type',
    ],
    [
      'option that no constraint has',
      one(withField({ type: 'integer', 'x-constraints': [{ Range: { minPropertyPath: 'a' } }] })),
      'Box.json#/properties/value/x-constraints/0/Range/minPropertyPath',
      'Range has no option "minPropertyPath"',
      'min',
    ],
    [
      'option that would not type-check',
      one(withField({ type: 'string', 'x-constraints': [{ NotBlank: { normalizer: 'upper' } }] })),
      'Box.json#/properties/value/x-constraints/0/NotBlank/normalizer',
      'has the wrong type',
      'one of: "trim"',
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
      "which users can't have",
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
      "which fields of users can't be",
      'Remove "x-computed"',
    ],
    [
      'type without a table',
      one(component('Box', { 'x-virtual': 'provider' })),
      'Box.json#/x-virtual',
      'are not supported',
      'Remove it',
    ],
    [
      'one plural twice',
      { ...one(component('Box')), ...one(component('Crate', { 'x-plural': 'boxes', 'x-table': 'crates' })) },
      'Crate.json#/x-plural',
      'The plural "/component/boxes" is taken by Box.json.',
      'Set "x-plural"',
    ],
    [
      'one title twice',
      { ...one(component('Box')), 'Other.json': component('Box') },
      'Other.json#/title',
      'The title "Box" is taken by Box.json.',
      'title of its own',
    ],
    [
      'one table twice',
      { ...one(component('Box')), ...one(component('Crate', { 'x-table': 'boxes' })) },
      'Crate.json#/x-table',
      'The table "boxes" is taken by Box.json.',
      'Set "x-table"',
    ],
    [
      'one x-class twice',
      { ...one(component('Box', { 'x-class': 'A\\B' })), ...one(component('Crate', { 'x-class': 'A\\B' })) },
      'Crate.json#/x-class',
      'is taken by Box.json',
      'Give each type an "x-class"',
    ],
    [
      'reserved field',
      one(component('Box', { properties: { uiComponent: { type: 'string' } } })),
      'Box.json#/properties/uiComponent',
      'is reserved',
      'choose another name',
    ],
    [
      'reserved page field',
      one(pageData('Box', { properties: { route: { type: 'string' } } })),
      'Box.json#/properties/route',
      'is reserved',
      'choose another name',
    ],
    [
      'field with @',
      one(component('Box', { properties: { '@kind': { type: 'string' } } })),
      'Box.json#/properties/@kind',
      'begins with "@"',
      'without "@"',
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
      'only page data has component slots',
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
      'Take it out of "required"',
    ],
    [
      'default of wrong type',
      one(withField({ type: 'string', default: 3 })),
      'Box.json#/properties/value/default',
      'The default 3 does not fit: it must be string.',
      'Change the default',
    ],
    [
      'default not in enum',
      one(withField({ type: 'string', enum: ['a', 'b'], default: 'c' })),
      'Box.json#/properties/value/default',
      'does not fit',
      'Use one of: "a", "b".',
    ],
    [
      'default too long',
      one(withField({ type: 'string', maxLength: 2, default: 'abc' })),
      'Box.json#/properties/value/default',
      'must NOT have more than 2 characters',
      'Change the default',
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
      'store their paths in one column (filename)',
      '"property": "bPath"',
    ],
    [
      'file rule without upload',
      one(withField({ type: 'string', 'x-constraints': [{ File: {} }] })),
      'Box.json#/properties/value/x-constraints/0/File',
      'File needs an upload field.',
      'Add "x-upload"',
    ],
    [
      'unknown constraint',
      one(withField({ type: 'string', 'x-constraints': [{ NotBlnk: {} }] })),
      'Box.json#/properties/value/x-constraints/0/NotBlnk',
      'Unknown constraint "NotBlnk".',
      'Did you mean "NotBlank"?',
    ],
    [
      'unknown constraint option',
      one(withField({ type: 'string', 'x-constraints': [{ Length: { maxx: 3, min: 1 } }] })),
      'Box.json#/properties/value/x-constraints/0/Length/maxx',
      'Length has no option "maxx".',
      'Did you mean "max"?',
    ],
    [
      'constraint without its option',
      one(component('Box', { 'x-constraints': [{ Expression: {} }] })),
      'Box.json#/x-constraints/0/Expression',
      'Expression needs the option "expression".',
      'Add "expression"',
    ],
    [
      'inner constraint',
      one(
        withField({
          type: 'array',
          items: { type: 'string' },
          'x-constraints': [{ All: { constraints: [{ Lenght: {} }] } }],
        }),
      ),
      'Box.json#/properties/value/x-constraints/0/All/constraints/0/Lenght',
      'Unknown constraint "Lenght".',
      'Did you mean "Length"?',
    ],
    [
      'nothing to switch off',
      one(withField({ type: 'string', 'x-constraints': [{ '-Email': {} }] })),
      'Box.json#/properties/value/x-constraints/0/-Email',
      'is not implied here',
      'Remove it',
    ],
    [
      'expression that is no string',
      one(component('Box', { 'x-constraints': [{ Expression: { expression: 1 } }] })),
      'Box.json#/x-constraints/0/Expression/expression',
      'has the wrong type',
      'Write a string.',
    ],
    [
      'unknown parent',
      one(component('Box', { 'x-extends': 'Crate' })),
      'Box.json#/x-extends',
      'The parent type "Crate" does not exist.',
      'Use one of:',
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
      'makes no sense for page data',
      'Remove it.',
    ],
    [
      'keyword for records',
      one({ ...component('Box', { 'x-mercure': true }), 'x-resource': 'embedded' }),
      'Box.json#/x-mercure',
      'makes no sense for an embedded type',
      'Remove it',
    ],
    [
      'dangling reference',
      one(withField({ $ref: '#/$defs/Spaeker' }, { $defs: { Speaker: { type: 'string' } } })),
      'Box.json#/properties/value/$ref',
      'Nothing is found at the reference',
      'Did you mean "#/$defs/Speaker"?',
    ],
    [
      'keyword of another JSON type',
      one(withField({ type: 'integer', maxLength: 3 })),
      'Box.json#/properties/value/maxLength',
      'makes no sense for the type "integer"',
      'change the type to "string"',
    ],
    [
      'unknown form field type',
      { 'forms/AskType.json': { name: 'AskType', fields: [{ name: 'a', type: 'txet' }] } },
      'forms/AskType.json#/fields/0/type',
      'Unknown field type "txet".',
      'Did you mean "text"?',
    ],
  ];

  test.each(cases)('%s', (_name, given, place, message, hint) => {
    const found = problemsOf(given).filter(([where]) => where === place);
    expect(found).toContainEqual([place, expect.stringContaining(message), expect.stringContaining(hint)]);
  });

  test('names an adapter that is not configured', () => {
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
    ['a comma too many', '{\n  "title": "Box",\n}', 'Box.json:3:1'],
    ['a missing comma', '{\n  "a": 1\n  "b": 2\n}', 'Box.json:3:3'],
    ['a word that is no value', '{"a": yes}', 'Box.json:1:7'],
    ['a key twice', '{\n "a": 1,\n "a": 2}', 'Box.json:3:2'],
    ['an early end', '{"a": [1', 'Box.json:1:9'],
  ])('names the line of a JSON mistake: %s', (_name, text, file) => {
    expect(parseSchemas([{ path: 'Box.json', text }]).problems).toMatchObject([{ file }]);
  });
});
