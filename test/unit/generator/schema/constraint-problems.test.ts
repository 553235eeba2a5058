import { describe, test } from 'vitest';
import { component, expectProblem, one, withField } from './schema-documents.js';
import type { ProblemCase } from './schema-documents.js';

const KEY = [{ UniqueEntity: {} }];

describe('a problem in the constraints of a schema file', () => {
  const cases: readonly ProblemCase[] = [
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
      'offset in a unit that is none',
      one(
        withField({ type: 'string', format: 'date', 'x-constraints': [{ LessThan: { value: 'today+7m' } }] }),
      ),
      'Box.json#/properties/value/x-constraints/0/LessThan/value',
      '"today+7m" is not a valid date expression.',
      'Write "now" or "today" with offsets in s, min, h, d, w, mo or y',
    ],
    [
      'key of an unknown field',
      one(withField({ type: 'string' }, { 'x-constraints': [{ UniqueEntity: { fields: ['valu'] } }] })),
      'Box.json#/x-constraints/0/UniqueEntity/fields/0',
      'UniqueEntity names "valu", which is not a stored field with one value.',
      'Did you mean "value"?',
    ],
    [
      'key of a list',
      one(
        withField(
          { type: 'string', 'x-constraints': [{ UniqueEntity: { fields: 'others' } }] },
          {
            properties: {
              value: { type: 'string', 'x-constraints': [{ UniqueEntity: { fields: 'others' } }] },
              others: { type: 'array', 'x-relation': { target: 'Box', kind: 'manyToMany' } },
            },
          },
        ),
      ),
      'Box.json#/properties/value/x-constraints/0/UniqueEntity/fields',
      'UniqueEntity names "others", which is not a stored field with one value.',
      'Use one of: value.',
    ],
    [
      'key of a type without fields',
      one(withField({ type: 'string' }, { 'x-constraints': [{ UniqueEntity: {} }] })),
      'Box.json#/x-constraints/0/UniqueEntity',
      'UniqueEntity needs the option "fields".',
      'Name one or more fields.',
    ],
    [
      'key in groups',
      one(withField({ type: 'string', 'x-constraints': [{ UniqueEntity: { groups: ['late'] } }] })),
      'Box.json#/properties/value/x-constraints/0/UniqueEntity/groups',
      'UniqueEntity has no option "groups".',
      'A database key applies to every write',
    ],
    ...[
      [
        'a value of a JSON column',
        { items: { type: 'string', 'x-constraints': KEY } },
        '/items/x-constraints/0',
      ],
      ['the entries of a list', { 'x-constraints': [{ All: KEY }] }, '/x-constraints/0/All/0'],
    ].map(([place, more, pointer]): ProblemCase => [
      `key in ${String(place)}`,
      one(withField({ type: 'array', items: { type: 'string' }, ...(more as object) })),
      `Box.json#/properties/value${String(pointer)}/UniqueEntity`,
      "UniqueEntity can't be used here",
      'of a component or page data type',
    ]),
    [
      'key in a form',
      { 'forms/AskType.json': { name: 'AskType', fields: [{ name: 'a', constraints: KEY }] } },
      'forms/AskType.json#/fields/0/constraints/0/UniqueEntity',
      "UniqueEntity can't be used here",
      'of a component or page data type',
    ],
    [
      'group that forms never have',
      {
        'forms/AskType.json': {
          name: 'AskType',
          fields: [{ name: 'a', constraints: [{ All: [{ NotBlank: { groups: ['AskType:published'] } }] }] }],
        },
      },
      'forms/AskType.json#/fields/0/constraints/0/All/0/NotBlank',
      'has no effect, because forms are validated in the group "Default" only',
      'add "Default" to it',
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
      'inner constraint in the short notation',
      one(
        withField({ type: 'array', items: { type: 'string' }, 'x-constraints': [{ All: [{ Lenght: {} }] }] }),
      ),
      'Box.json#/properties/value/x-constraints/0/All/0/Lenght',
      'Unknown constraint "Lenght".',
      'Did you mean "Length"?',
    ],
    [
      'list for a constraint that takes none',
      one(
        withField({
          type: 'array',
          items: { type: 'string' },
          'x-constraints': [{ All: [{ NotBlank: [{ Length: { min: 1 } }] }] }],
        }),
      ),
      'Box.json#/properties/value/x-constraints/0/All',
      'This is not a list of constraints.',
      'Write a list',
    ],
    [
      'nothing to switch off',
      one(withField({ type: 'string', 'x-constraints': [{ '-Email': {} }] })),
      'Box.json#/properties/value/x-constraints/0/-Email',
      'is not implied here',
      'Remove it',
    ],
    [
      'expression that is not a string',
      one(component('Box', { 'x-constraints': [{ Expression: { expression: 1 } }] })),
      'Box.json#/x-constraints/0/Expression/expression',
      'has the wrong type',
      'Write a string.',
    ],
    [
      'expression that cannot be read',
      one(
        withField({
          type: 'array',
          items: { type: 'string' },
          'x-constraints': [{ Expression: { expression: 'value ==' } }],
        }),
      ),
      'Box.json#/properties/value/x-constraints/0/Expression/expression',
      'Invalid expression',
      'Correct it',
    ],
    [
      'expression inside a constraint',
      one(
        withField({
          type: 'array',
          items: { type: 'string' },
          'x-constraints': [{ All: { constraints: [{ Expression: { expression: 'value ==' } }] } }],
        }),
      ),
      'Box.json#/properties/value/x-constraints/0/All/constraints/0/Expression/expression',
      'Invalid expression',
      'Correct it',
    ],
    [
      'expression inside a constraint in the short notation',
      one(
        withField({
          type: 'array',
          items: { type: 'string' },
          'x-constraints': [{ All: [{ Expression: { expression: 'value ==' } }] }],
        }),
      ),
      'Box.json#/properties/value/x-constraints/0/All/0/Expression/expression',
      'Invalid expression',
      'Correct it',
    ],
    [
      'expression inside a constraint of a constraint',
      one(
        withField({
          type: 'array',
          items: { type: 'string' },
          'x-constraints': [{ All: [{ All: [{ Expression: { expression: 'value ==' } }] }] }],
        }),
      ),
      'Box.json#/properties/value/x-constraints/0/All/0/All/0/Expression/expression',
      'Invalid expression',
      'Correct it',
    ],
    [
      'expression for a key of a collection',
      one(
        withField({
          type: 'array',
          items: { type: 'string' },
          'x-constraints': [{ Collection: { fields: { a: [{ Expression: { expression: 'value ==' } }] } } }],
        }),
      ),
      'Box.json#/properties/value/x-constraints/0/Collection/fields/a/0/Expression/expression',
      'Invalid expression',
      'Correct it',
    ],
    [
      'expression for an optional key of a collection',
      one(
        withField({
          type: 'array',
          items: { type: 'string' },
          'x-constraints': [
            {
              Collection: {
                fields: { a: { required: false, constraints: [{ Expression: { expression: 'value ==' } }] } },
              },
            },
          ],
        }),
      ),
      'Box.json#/properties/value/x-constraints/0/Collection/fields/a/0/Expression/expression',
      'Invalid expression',
      'Correct it',
    ],
  ];

  test.each(cases)('is reported with its path and a fix: %s', expectProblem);
});
