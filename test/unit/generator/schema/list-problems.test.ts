import { describe, expect, test } from 'vitest';
import { component, expectProblem, one, problemsOf, withField } from './schema-documents.js';
import type { ProblemCase } from './schema-documents.js';

describe('a problem in the lists of a schema file', () => {
  const cases: readonly ProblemCase[] = [
    [
      'search for unknown field',
      one(component('Box', { 'x-search': ['titel'], properties: { title: { type: 'string' } } })),
      'Box.json#/x-search/0',
      'Box has no field "titel".',
      'Did you mean "title"?',
    ],
    [
      'search through a scalar',
      one(component('Box', { 'x-search': ['title.x'], properties: { title: { type: 'string' } } })),
      'Box.json#/x-search/0',
      'is not a relation',
      'Use only "title".',
    ],
    [
      'order by unknown field',
      one(component('Box', { 'x-order': { createdAt: 'asc' } })),
      'Box.json#/x-order/createdAt',
      'Box has no field "createdAt".',
      'Use one of:',
    ],
    [
      'filter on unknown field',
      one(component('Box', { 'x-filters': { a: { field: 'b' } } })),
      'Box.json#/x-filters/a',
      'Box has no field "b".',
      'Use one of:',
    ],
    [
      'filter on a list',
      one(component('Box', { 'x-filters': { componentGroups: {} } })),
      'Box.json#/x-filters/componentGroups',
      'Box has no field "componentGroups".',
      'Use one of:',
    ],
    [
      'pattern on a number',
      one(withField({ type: 'integer' }, { 'x-filters': { value: { strategy: 'partial' } } })),
      'Box.json#/x-filters/value/strategy',
      'The strategy "partial" needs a text field.',
      'Choose another strategy',
    ],
    [
      'search in a date',
      one(withField({ type: 'string', format: 'date' }, { 'x-search': ['value'] })),
      'Box.json#/x-search/0',
      '"x-search" needs text fields, but "value" is not text.',
      'Name a text field',
    ],
    [
      'order by a list of records',
      one(
        withField(
          { type: 'array', 'x-relation': { target: 'Page', kind: 'manyToMany' } },
          { 'x-order-fields': ['value'] },
        ),
      ),
      'Box.json#/x-order-fields/0',
      'The field "value" of Box is a list',
      'Name a field of its records: "value.title".',
    ],
    [
      'search through a list of records',
      one(
        withField(
          { type: 'array', 'x-relation': { target: 'Page', kind: 'manyToMany' } },
          { 'x-search': ['value.title'] },
        ),
      ),
      'Box.json#/x-search/0',
      'The field "value" of Box is a list',
      'Name a field with one value.',
    ],
    [
      'order by relations of a list of records',
      {
        ...one(
          withField(
            { type: 'array', 'x-relation': { target: 'Lid', kind: 'manyToMany' } },
            { 'x-order': { 'value.isOpen': 'asc' } },
          ),
        ),
        ...one(component('Lid', { properties: { isOpen: { type: 'boolean' } } })),
      },
      'Box.json#/x-order/value.isOpen',
      'Values of "value.isOpen" have no order.',
      'End the path with a text, a number or a date.',
    ],
    [
      'order by a relation of built-in records',
      one(
        withField(
          { type: 'array', 'x-relation': { target: 'Page', kind: 'manyToMany' } },
          { 'x-order-fields': ['value.layout'] },
        ),
      ),
      'Box.json#/x-order-fields/0',
      'Page has no field "layout".',
      'Use one of:',
    ],
    [
      'pattern on a list of records',
      one(
        withField(
          { type: 'array', 'x-relation': { target: 'Page', kind: 'manyToMany' } },
          { 'x-filters': { value: { strategy: 'partial' } } },
        ),
      ),
      'Box.json#/x-filters/value/strategy',
      'The strategy "partial" needs a text field.',
      'Choose another strategy',
    ],
    [
      'filter on an unknown field behind a list of records',
      {
        ...one(
          withField(
            { type: 'array', 'x-relation': { target: 'Lid', kind: 'manyToMany' } },
            { 'x-filters': { lid: { field: 'value.titel' } } },
          ),
        ),
        ...one(component('Lid', { properties: { title: { type: 'string' } } })),
      },
      'Box.json#/x-filters/lid',
      'Lid has no field "titel".',
      'Did you mean "title"?',
    ],
    [
      'search through any component',
      one(
        withField(
          { type: ['string', 'null'], 'x-relation': { target: 'AbstractComponent' } },
          { 'x-search': ['value.title'] },
        ),
      ),
      'Box.json#/x-search/0',
      "A path can't continue after a relation to AbstractComponent here.",
      'Name only the relation',
    ],
    [
      'embedded account',
      one(withField({ type: ['string', 'null'], 'x-relation': { target: 'User', embed: true } })),
      'Box.json#/properties/value/x-relation/embed',
      'User has individual read permissions',
      'Remove "embed"',
    ],
  ];

  test.each(cases)('is reported with its path and a fix: %s', expectProblem);

  test('is not reported if filters and orders use lists of records', () => {
    const many = { type: 'array', 'x-relation': { target: 'Lid', kind: 'manyToMany' } };
    const box = component('Box', {
      properties: {
        lids: many,
        pages: { type: 'array', 'x-relation': { target: 'Page', kind: 'manyToMany' } },
      },
      'x-order-fields': ['lids.title', 'pages.title'],
      'x-filters': {
        lid: { field: 'lids.title' },
        lids: {},
        hasLids: { field: 'lids', strategy: 'exists' },
        pageTitle: { field: 'pages.title', strategy: 'partial' },
      },
    });
    const lid = component('Lid', { properties: { title: { type: 'string' } } });
    expect(problemsOf({ ...one(box), ...one(lid) })).toEqual([]);
  });
});
