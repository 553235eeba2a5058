import { describe, expect, test } from 'vitest';
import {
  component,
  type Document,
  expectProblem,
  one,
  type ProblemCase,
  problemsOf,
} from './schema-documents.js';

const record = (title: string, more: Document = {}): Document => ({
  ...component(title, more),
  'x-resource': 'record',
});
const text = { type: 'string' };

// prettier-ignore
const ROWS: readonly ProblemCase[] = [
  ['drafts', one(record('Box', { 'x-publishable': true })), 'Box.json#/x-publishable', '"x-publishable" does not apply to record types, which are not part of pages.', '"x-resource": "component"'],
  ['places', one(record('Box', { 'x-position-restricted': true })), 'Box.json#/x-position-restricted', 'not part of pages', 'Remove it'],
  ['the editing permission', one(record('Box', { 'x-editing-permission': false })), 'Box.json#/x-editing-permission', 'Record types are not content', '"x-security"'],
  ['hints for front ends', one(record('Box', { 'x-ui': { defaultComponent: 'B' } })), 'Box.json#/x-ui', 'not part of pages', 'Remove it'],
  ['uses', one(record('Box', { 'x-operations': ['read', 'usage'] })), 'Box.json#/x-operations', 'A record has no "usage" operation', 'Remove "usage".'],
  ['a parent', { 'Box.json': record('Box', { 'x-extends': 'Lid' }), 'Lid.json': record('Lid') }, 'Box.json#/x-extends', 'Record types cannot extend other types', 'Declare the fields'],
  ['a slot', { 'Box.json': record('Box', { properties: { a: { type: 'string', 'x-component': 'Lid' } } }), 'Lid.json': component('Lid') }, 'Box.json#/properties/a/x-component', 'Only page data has component slots', '"x-relation"'],
  ['the place of a time stamp', one(record('Box', { 'x-timestamped': { createdAtField: 'sentAt' }, properties: { createdAt: text } })), 'Box.json#/properties/createdAt', 'share the column "created_at"', '"x-column"'],
  ['a member of its kind', one(record('Box', { properties: { id: text } })), 'Box.json#/properties/id', 'reserved', 'choose another name'],
];

describe('a record type', () => {
  test.each(ROWS)('cannot have %s', expectProblem);

  test('can have members whose names components and page data reserve', () => {
    const names = ['uiComponent', 'title', 'page', 'route', 'componentGroups', 'createdAt'];
    const properties = Object.fromEntries(names.map((name) => [name, text]));
    expect(problemsOf(one(record('Box', { properties })))).toEqual([]);
  });

  test('cannot fill a slot of page data', () => {
    const given = {
      'Box.json': record('Box'),
      'NewsData.json': {
        ...component('NewsData', { properties: { box: { type: 'string', 'x-component': 'Box' } } }),
        'x-resource': 'page_data',
      },
    };
    expect(problemsOf(given)[0]?.[1]).toBe('"Box" is not a component.');
  });

  test('can be created by a form, without read rules', () => {
    const form = { name: 'AskType', persist: 'Box', fields: [{ name: 'a' }] };
    const given = { ...one(record('Box', { properties: { a: text } })), 'forms/AskType.json': form };
    expect(problemsOf(given)).toEqual([]);
  });

  test('has a separate collection beside a component with the same plural', () => {
    const given = {
      'Box.json': record('Box', { 'x-table': 'box_records' }),
      'Boxe.json': component('Boxe', { 'x-plural': 'boxes' }),
    };
    expect(problemsOf(given)).toEqual([]);
  });
});
