import { describe, expect, test } from 'vitest';
import { collectionParameters } from '../../../../../runtime/features/collections/collection-list.js';
import type { RequestedParameters } from '../../../../../runtime/kernel/contract/http/requested.js';

const plain = (parameters: RequestedParameters): unknown => JSON.parse(JSON.stringify(parameters));

describe('collectionParameters', () => {
  test.for<[string, unknown, unknown, RequestedParameters, unknown]>([
    ['nothing', null, null, {}, {}],
    ['a page size', 3, null, {}, { perPage: '3' }],
    ['defaults below the page size', 3, { perPage: 9, page: 2 }, {}, { perPage: '3', page: '2' }],
    ['bracket keys', null, { 'order[a]': 'asc', 'order[b]': 'desc' }, {}, { order: { a: 'asc', b: 'desc' } }],
    ['nested objects', null, { order: { a: 'asc' } }, {}, { order: { a: 'asc' } }],
    ['lists', null, { 'x[]': [true, 'b'], y: [1] }, {}, { x: ['true', 'b'], y: ['1'] }],
    ['an empty parameter of the caller', null, { search: 'a' }, { search: '' }, { search: '' }],
    [
      'a whole parameter of the caller',
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
    ['defaults that are not an object', null, ['a'], {}, {}],
  ])('accepts %s', ([, perPage, defaults, requested, want]) => {
    expect(plain(collectionParameters({ perPage, defaults, requested, sizeParameter: 'perPage' }))).toEqual(
      want,
    );
  });
});
