import { describe, test } from 'vitest';
import { component, expectProblem, one, pageData } from './schema-documents.js';
import type { ProblemCase } from './schema-documents.js';

describe('a problem in the names of a schema file', () => {
  const cases: readonly ProblemCase[] = [
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
      'field that every object of JavaScript has',
      one(component('Box', { properties: { toString: { type: 'string' } } })),
      'Box.json#/properties/toString',
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
  ];

  test.each(cases)('says where it is and what to do: %s', expectProblem);
});
