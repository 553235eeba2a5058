import { describe, expect, test } from 'vitest';
import { component, expectProblem, one, pageData, problemsOf } from './schema-documents.js';
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
      'differs from the file name',
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
      'belongs to a built-in type',
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
      'Box.json also names "Case" as an earlier title',
      'Keep it only in the file',
    ],
    [
      'renamed field that is still there',
      one(
        component('Box', {
          properties: { a: { type: 'string' }, b: { type: 'string', 'x-renamed-from': ['a'] } },
        }),
      ),
      'Box.json#/properties/b/x-renamed-from/0',
      'The field "a" still exists',
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
      'The plural "/component/boxes" is already used by Box.json.',
      'Set "x-plural"',
    ],
    [
      'one title twice',
      { ...one(component('Box')), 'Other.json': component('Box') },
      'Other.json#/title',
      'The title "Box" is already used by Box.json.',
      'titles that differ',
    ],
    [
      'one table twice',
      { ...one(component('Box')), ...one(component('Crate', { 'x-table': 'boxes' })) },
      'Crate.json#/x-table',
      'The table "boxes" is already used by Box.json.',
      'Set "x-table"',
    ],
    [
      'one x-class twice',
      { ...one(component('Box', { 'x-class': 'A\\B' })), ...one(component('Crate', { 'x-class': 'A\\B' })) },
      'Crate.json#/x-class',
      'is already used by Box.json',
      'Set a different "x-class"',
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
    [
      'type called like what is sent to another',
      { ...one(component('Box')), ...one(pageData('BoxInput')) },
      'BoxInput.json#/title',
      'The client type BoxInput is already used for requests of Box.',
      'Box, BoxInput, BoxPatch',
    ],
    [
      'type called like what is sent to users',
      { ...one(component('UserPatch')), 'User.json': { title: 'User', type: 'object' } },
      'UserPatch.json#/title',
      'The client type UserPatch is already used',
      'UserInput',
    ],
    [
      'embedded type that would take the name of an input',
      one({ ...component('Input'), 'x-resource': 'embedded' }),
      'Input.json#/title',
      "An embedded type can't be called Input",
      'another name',
    ],
    [
      'shape called like an input',
      one(component('Box', { $defs: { input: { type: 'string' } } })),
      'Box.json#/$defs/input',
      'BoxInput is the request type of Box',
      'another name for the shape',
    ],
    [
      'shape called like a document of the API reference',
      one(component('Box', { $defs: { jsonld: { type: 'string' } } })),
      'Box.json#/$defs/jsonld',
      'is already used',
      'another name for the shape',
    ],
    [
      'two shapes of one type name',
      one(component('Box', { $defs: { small_part: { type: 'string' }, SmallPart: { type: 'string' } } })),
      'Box.json#/$defs/SmallPart',
      'BoxSmallPart is the shape "small_part"',
      'another name for the shape',
    ],
  ];

  test.each(cases)('is reported with its path and a fix: %s', expectProblem);

  test.each(['_', '__'])('is a field name without letters and digits: %s', (name) => {
    const fields = { properties: { [name]: { type: 'string' } } };
    const place = `Box.json#/properties/${name}`;
    expectProblem(
      '',
      one(component('Box', fields)),
      place,
      'no letters or digits',
      'Choose a descriptive name',
    );
  });

  test.each([...['xmin', 'ctid', 'tableoid', 'CMAX', 'dbRowId', 'DB_TRX_ID', 'ftsDocId', 'rowid']])(
    'is a field name that databases use for their own columns: %s',
    (name) => {
      const fields = { properties: { [name]: { type: 'string' } } };
      const place = `Box.json#/properties/${name}`;
      expectProblem(
        '',
        one(component('Box', fields)),
        place,
        'a system column of a supported database',
        '"x-column"',
      );
      const named = { value: { type: 'string', 'x-column': { name: 'xmin' } } };
      expect(problemsOf(one(component('Box', { properties: named })))).toHaveLength(1);
      const moved = { [name]: { type: 'string', 'x-column': { name: 'free' } } };
      expect(problemsOf(one(component('Box', { properties: moved })))).toEqual([]);
    },
  );

  test.each([
    ...['usernameCanonical', 'emailCanonical', 'passwordRequestClaim', 'newEmailVerificationToken', 'Roles'],
  ])('is a field of users that is stored in a column of the platform: %s', (name) => {
    const user = { title: 'User', type: 'object', properties: { [name]: { type: 'string' } } };
    const place = `User.json#/properties/${name}`;
    expectProblem('', { 'User.json': user }, place, 'share the column', '"x-column"');
  });
});
