import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CONSTRAINT_NAMES } from '../../../../runtime/kernel/contract/schema/constraints.js';
import { FIELD_TYPES } from '../../../../runtime/features/forms/engine/field-types.js';
import { type Editor, openEditor, openFile, schemaFrom } from './editor.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** A type in `schemas/`, with a cursor in one of its fields or among its keywords. */
function aType({ field = '', keyword = '' }: { field?: string; keyword?: string }): Editor {
  const path = 'schemas/Teaser.json';
  return openEditor(
    path,
    `{ "$schema": ${JSON.stringify(schemaFrom(path, 'resource.schema.json'))},
       "title": "Teaser", "x-resource": "component"${keyword === '' ? '' : `, ${keyword}`},
       "properties": { "text": { ${field === '' ? '"type": "string"' : field} } } }`,
  );
}

function aForm(field: string): Editor {
  const path = 'schemas/forms/ContactType.json';
  return openEditor(
    path,
    `{ "$schema": ${JSON.stringify(schemaFrom(path, 'form.schema.json'))},
       "name": "ContactType", "fields": [{ "name": "email", ${field} }] }`,
  );
}

function aUser(field: string): Editor {
  const path = 'schemas/User.json';
  return openEditor(
    path,
    `{ "$schema": ${JSON.stringify(schemaFrom(path, 'user.schema.json'))},
       "title": "User", "properties": { "phone": { ${field} } } }`,
  );
}

const FORM_TYPES = [...FIELD_TYPES.keys()].map((name) => JSON.stringify(name));

const field = (text: string): Editor => aType({ field: text });
const keyword = (text: string): Editor => aType({ keyword: text });

describe('completion in schema files', () => {
  const PLACES: readonly (readonly [what: string, editor: Editor, labels: readonly string[]])[] = [
    ['constraints of a field', field('"x-constraints": [{ "|" }]'), CONSTRAINT_NAMES],
    ['constraints of a type', keyword('"x-constraints": [{ "|" }]'), CONSTRAINT_NAMES],
    ['constraints of a form field', aForm('"constraints": [{ "|" }]'), CONSTRAINT_NAMES],
    ['constraints of a user field', aUser('"x-constraints": [{ "|" }]'), CONSTRAINT_NAMES],
    [
      'constraints inside All',
      field('"x-constraints": [{ "All": [{ "|" }] }]'),
      ['NotBlank', 'Length', 'Choice'],
    ],
    [
      'constraints inside Collection',
      field('"x-constraints": [{ "Collection": { "fields": { "city": [{ "|" }] } } }]'),
      ['NotBlank', 'Length'],
    ],
    [
      'options of a constraint',
      field('"x-constraints": [{ "Length": { "|" } }]'),
      ['min', 'max', 'exactly', 'minMessage', 'normalizer', 'message', 'groups', 'payload'],
    ],
    [
      'values of an option',
      field('"x-constraints": [{ "Email": { "mode": | } }]'),
      ['"html5"', '"html5-allow-no-tld"', '"strict"'],
    ],
    [
      'switches of an option',
      field('"x-constraints": [{ "NotBlank": { "allowNull": | } }]'),
      ['true', 'false'],
    ],
    ['types', field('"type": |'), ['"string"', '"integer"', '"number"', '"boolean"', '"array"', '"object"']],
    ['types in a list of several', field('"type": ["string", |]'), ['"null"', '"integer"']],
    ['formats', field('"format": "|"'), ['"date-time"', '"email"', '"uri"', '"uuid"']],
    ['keywords of a field', field('"x-|"'), ['x-constraints', 'x-relation', 'x-upload', 'x-read-if']],
    ['keywords of a type', keyword('"x-|"'), ['x-publishable', 'x-security', 'x-filters', 'x-order']],
    ['what a keyword may be', keyword('"x-operations": ["|"]'), ['"collection"', '"update"', '"delete"']],
    ['kinds of a relation', field('"x-relation": { "kind": | }'), ['"manyToOne"', '"oneToMany"']],
    ['what becomes of a holder', field('"x-relation": { "onDelete": | }'), ['"SET NULL"', '"CASCADE"']],
    ['types of a column', field('"x-column": { "type": | }'), ['"decimal"', '"text"']],
    ['directions of an order', keyword('"x-order": { "title": | }'), ['"asc"', '"desc"']],
    ['strategies of a filter', keyword('"x-filters": { "a": { "strategy": | } }'), ['"partial"', '"range"']],
    ['types of a form field', aForm('"type": "|"'), FORM_TYPES],
    ['types of the entries of a form field', aForm('"type": "collection", "entry_type": "|"'), ['"text"']],
    ['keywords of a form field', aForm('"|"'), ['constraints', 'label', 'choices', 'entry_type']],
  ];
  test.each(PLACES)('suggests %s', async (_what, editor, labels) => {
    expect(await editor.complete()).toEqual(expect.arrayContaining([...labels]));
  });

  test('suggests no option of another constraint', async () => {
    const offered = await field('"x-constraints": [{ "NotBlank": { "|" } }]').complete();
    expect(offered).not.toContain('min');
    const ofKey = await keyword('"x-constraints": [{ "UniqueEntity": { "|" } }]').complete();
    expect([...ofKey].sort()).toEqual(['fields', 'message']);
  });

  test('includes a description', async () => {
    const item = await field('"x-constraints": [{ "|" }]').offered('Length');
    expect(JSON.stringify(item?.documentation)).toContain('number of characters');
  });
});

describe('hover text in schema files', () => {
  const PLACES: readonly (readonly [what: string, editor: Editor, text: RegExp])[] = [
    ['a constraint', field('"x-constraints": [{ "Len|gth": { "min": 2 } }]'), /number of characters/],
    ['an option', field('"x-constraints": [{ "Length": { "m|in": 2 } }]'), /Minimum/],
    [
      'an option of one meaning in one constraint',
      field('"x-constraints": [{ "DivisibleBy": { "va|lue": 2 } }]'),
      /divisor/,
    ],
    [
      'a message',
      field('"x-constraints": [{ "Length": { "min": 2, "minM|essage": "" } }]'),
      /Message for "min" violations/,
    ],
    ['a constraint of a form', aForm('"constraints": [{ "Not|Blank": {} }]'), /empty text/],
    ['a keyword of a field', field('"x-rea|d-if": "true"'), /Access expression for readers/],
    ['a keyword of a type', keyword('"x-publi|shable": true'), /Draft and published/],
  ];
  test.each(PLACES)('describes %s', async (_what, editor, text) => {
    expect(await editor.hover()).toMatch(text);
  });
});

describe('validation in schema files', () => {
  const PLACES: readonly (readonly [what: string, editor: Editor, marked: string])[] = [
    ['a constraint that there is not', field('"x-constraints": [{ "Lenght": { "min": 2 } }]'), '"Lenght"'],
    [
      'an option that there is not',
      field('"x-constraints": [{ "Length": { "mini": 2, "max": 9 } }]'),
      '"mini"',
    ],
    ['an option of the wrong type', field('"x-constraints": [{ "Length": { "min": "2" } }]'), '"2"'],
    ['an unknown value', field('"x-constraints": [{ "Email": { "mode": "loose" } }]'), '"loose"'],
    [
      'two constraints in one object',
      field('"x-constraints": [{ "NotNull": {}, "Email": {} }]'),
      '{ "NotNull": {}, "Email": {} }',
    ],
    ['a mistake inside All', field('"x-constraints": [{ "All": [{ "Lenght": {} }] }]'), '"Lenght"'],
    ['a constraint without what it needs', field('"x-constraints": [{ "Regex": {} }]'), '"Regex"'],
    ['a size that is none', field('"x-constraints": [{ "File": { "maxSize": "5 MB" } }]'), '"5 MB"'],
    ['a keyword that there is not', field('"x-constrains": []'), '"x-constrains"'],
    ['a type that there is not', field('"type": "text"'), '"text"'],
    ['a mistake in a form', aForm('"constraints": [{ "Email": { "modus": "strict" } }]'), '"modus"'],
  ];
  test.each(PLACES)('reports %s', async (_what, editor, marked) => {
    expect((await editor.problems()).map(([text]) => text)).toContain(marked);
  });

  const folders = [
    'schemas',
    'schemas/forms',
    'test/docs/reference/examples/schemas',
    'test/support/schemas',
  ];
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.json'))
      .map((name) => `${folder}/${name}`),
  );
  test.each(files)('reports nothing in %s', async (path) => {
    expect(await openFile(path).problems()).toEqual([]);
  });
});
