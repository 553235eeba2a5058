import { describe, expect, test } from 'vitest';
import { collectionQuery, printQuery } from '../../../../runtime/content/collection/collection-query.js';
import type { QueryParameters } from '../../../../runtime/contract/query-parameters.js';

const plain = (query: QueryParameters): unknown => JSON.parse(JSON.stringify(query));

describe('collectionQuery', () => {
  test.each<[string, unknown, unknown, QueryParameters, unknown]>([
    ['nothing', null, null, {}, {}],
    ['a page size', 3, null, {}, { perPage: '3' }],
    ['defaults below the page size', 3, { perPage: 9, page: 2 }, {}, { perPage: '3', page: '2' }],
    ['bracket keys', null, { 'order[a]': 'asc', 'order[b]': 'desc' }, {}, { order: { a: 'asc', b: 'desc' } }],
    ['nested objects', null, { order: { a: 'asc' } }, {}, { order: { a: 'asc' } }],
    ['lists', null, { 'x[]': [true, 'b'], y: [1] }, {}, { x: ['true', 'b'], y: ['1'] }],
    ['an empty parameter of the request', null, { search: 'a' }, { search: '' }, { search: '' }],
    [
      'a whole parameter of the request',
      3,
      { 'order[a]': 'asc' },
      { order: { b: 'asc' }, perPage: '1' },
      { order: { b: 'asc' }, perPage: '1' },
    ],
    [
      'names that shadow nothing',
      null,
      { __proto__x: 1, 'constructor[a]': 'b' },
      {},
      { __proto__x: '1', constructor: { a: 'b' } },
    ],
    ['values that are none', null, { a: null, b: {} }, {}, { b: {} }],
    ['defaults that are no object', null, ['a'], {}, {}],
  ])('takes %s', (_name, perPage, defaults, request, want) => {
    expect(plain(collectionQuery({ perPage, defaults, request, sizeParameter: 'perPage' }))).toEqual(want);
  });
});

describe('printQuery', () => {
  test('spells parameters as a query string', () => {
    expect(printQuery({ search: 'a b&c', order: { x: 'asc' }, flag: ['1', '0'] })).toBe(
      'search=a%20b%26c&order[x]=asc&flag[]=1&flag[]=0',
    );
  });
});
