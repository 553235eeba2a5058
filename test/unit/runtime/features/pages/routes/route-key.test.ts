import { describe, expect, test } from 'vitest';
import { readRouteKey } from '../../../../../../runtime/features/pages/routes/route-key.js';

const ID = '4E20D288-9c26-41ea-9705-acde48001122';

describe('readRouteKey', () => {
  test.each([
    ['/contact', { kind: 'paths', paths: ['/contact'] }],
    ['/', { kind: 'paths', paths: ['/'] }],
    ['/contact.json', { kind: 'paths', paths: ['/contact.json', '/contact'] }],
    ['/a.b/c', { kind: 'paths', paths: ['/a.b/c'] }],
    ['/.hidden', { kind: 'paths', paths: ['/.hidden'] }],
    ['contact', { kind: 'none' }],
    [ID, { kind: 'id', id: ID.toLowerCase() }],
  ])('reads %s as %j', (key, want) => {
    expect(readRouteKey(key)).toEqual(want);
  });
});
