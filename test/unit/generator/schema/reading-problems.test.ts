import { describe, expect, test } from 'vitest';
import { component, expectProblem, one, pageData, problemsOf } from './schema-documents.js';
import type { Document, ProblemCase } from './schema-documents.js';

const BY_RECORD = { type: 'string', 'x-read-if': 'object.open == true' };
const open = { type: 'boolean', default: false };
const box = (more: Document): Document =>
  component('Box', { properties: { note: BY_RECORD, open }, ...more });
const rule = (read: string, properties: Document = {}): Record<string, Document> =>
  one(component('Box', { 'x-security': { read }, properties: { open, ...properties } }));

const LOOKS = 'The member "note" of Box has a read rule ("x-read-if") that depends on the record';
const IN_SQL = 'Lists evaluate this rule in SQL, which is not possible: ';

describe('a problem with a read rule', () => {
  const cases: readonly ProblemCase[] = [
    ['search', one(box({ 'x-search': ['note'] })), 'Box.json#/x-search/0', LOOKS, 'Remove it here'],
    [
      'order',
      one(box({ 'x-order-fields': ['open', 'note'] })),
      'Box.json#/x-order-fields/1',
      LOOKS,
      'user only',
    ],
    ['default order', one(box({ 'x-order': { note: 'asc' } })), 'Box.json#/x-order/note', LOOKS, 'user only'],
    [
      'filter',
      one(box({ 'x-filters': { n: { field: 'note' } } })),
      'Box.json#/x-filters/n',
      LOOKS,
      'user only',
    ],
    [
      'shorthand',
      one(component('Box', { properties: { note: { ...BY_RECORD, 'x-searchable': true }, open } })),
      'Box.json#/properties/note/x-searchable',
      LOOKS,
      'user only',
    ],
    [
      'coalesce through a relation',
      {
        'Box.json': box({}),
        'Lid.json': component('Lid', {
          properties: {
            box: { type: ['string', 'null'], 'x-relation': { target: 'Box' } },
            label: { type: ['string', 'null'], readOnly: true, 'x-computed': { coalesce: ['box.note'] } },
          },
        }),
      },
      'Lid.json#/properties/label/x-computed/coalesce/0',
      LOOKS,
      'user only',
    ],
    [
      'search in what is never shown',
      one(
        component('Box', { 'x-search': ['pin'], properties: { pin: { type: 'string', writeOnly: true } } }),
      ),
      'Box.json#/x-search/0',
      'The member "pin" of Box is never returned',
      'Remove it here',
    ],
    [
      'pattern in a rule',
      rule("object.name matches '/x/'", { name: { type: 'string' } }),
      'Box.json#/x-security/read',
      `${IN_SQL}databases do not agree about "matches".`,
      'Rewrite it: compare the member with "==" or "in".',
    ],
    [
      'list of the record in a rule',
      rule("'x' in object.tags", { tags: { type: 'array', items: { type: 'string' } } }),
      'Box.json#/x-security/read',
      'a list of the record is searched',
      'Rewrite it: ',
    ],
    [
      'alphabet in a rule',
      rule("object.name < 'm'", { name: { type: 'string' } }),
      'Box.json#/x-security/read',
      '"name" (string) cannot be compared by "<" alike on every database',
      '"=="',
    ],
    [
      'record in a rule',
      one(pageData('Leaf', { 'x-security': { collection: 'object.page == user.page' } })),
      'Leaf.json#/x-security/collection',
      '"page" (record) cannot be compared',
      'compare object.page.id',
    ],
    [
      'one rule for everything',
      one(component('Box', { 'x-security': 'object.open == object.open', properties: { open } })),
      'Box.json#/x-security',
      'two values of the record are compared',
      'compare with the user or a constant',
    ],
  ];

  test.each(cases)('is reported with its path and a fix: %s', expectProblem);
});

describe('a read rule', () => {
  test.each([
    "is_granted('ROLE_ADMIN')",
    'object.open',
    'not object.open or user != null',
    'object.owner == user.username and object.count >= 3',
    'object.page.id == user.page',
    "object.kind in ['a', 'b'] and object.createdAt < '2030-01-01'",
    'object.publishedAt != null',
    "user.username matches '/^a/'",
  ])('that a database can evaluate is accepted: %s', (read) => {
    const properties = {
      open,
      owner: { type: 'string' },
      kind: { type: 'string' },
      count: { type: 'integer' },
      note: { type: 'string', 'x-read-if': "is_granted('ROLE_ADMIN')" },
    };
    const leaf = pageData('Leaf', {
      'x-publishable': true,
      'x-search': ['note'],
      'x-security': { read },
      properties,
    });
    expect(problemsOf(one(leaf))).toEqual([]);
  });
});
