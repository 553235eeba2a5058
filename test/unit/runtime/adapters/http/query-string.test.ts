import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../../../../runtime/kernel/errors/app-error.js';
import { parseQueryString } from '../../../../../runtime/adapters/http/query-string.js';
import { printQueryString } from '../../../../../runtime/kernel/endpoints/print-parameters.js';

describe('parseQueryString', () => {
  test.each([
    ['', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=1&a=2', { a: '2' }],
    ['a', { a: '' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=x+y%2B', { a: 'x y+' }],
    ['order[createdAt]=desc', { order: { createdAt: 'desc' } }],
    ['order%5BcreatedAt%5D=desc', { order: { createdAt: 'desc' } }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a[0]=1&a[1]=2', { a: ['1', '2'] }],
    ['a[1]=x', { a: ['x'] }],
    ['a[b][]=1&a[b][]=2', { a: { b: ['1', '2'] } }],
    ['a=1&a[b]=2', { a: { b: '2' } }],
    ['a[b=1', { 'a[b': '1' }],
    ['[a]=1', { '[a]': '1' }],
    ['&&=x&a=1', { a: '1' }],
  ])('%j is parsed as %j', (given, want) => {
    expect(JSON.parse(JSON.stringify(parseQueryString(given)))).toEqual(want);
  });

  test('a parameter never shadows a method or changes a prototype', () => {
    const query = parseQueryString('__proto__[x]=1&constructor=2&a[__proto__][y]=3');
    expect(Object.getPrototypeOf(query)).toBeNull();
    expect(Object.keys(query)).toEqual(['__proto__', 'constructor', 'a']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  test.each([
    ['a=%zz'],
    ['a=%ff'],
    ['a=%00'],
    [`a${'[b]'.repeat(20)}=1`],
    [Array.from({ length: 600 }, (_, index) => `a${index}=1`).join('&')],
    ['a'.repeat(20_000)],
  ])('%# is a 400', (given) => {
    expect(() => parseQueryString(given)).toThrow(AppError);
  });

  test('any string results in parameters or a 400', () => {
    const property = fc.property(fc.string(), (text) => {
      try {
        parseQueryString(text);
      } catch (error) {
        expect(error).toMatchObject({ status: 400 });
      }
    });
    fc.assert(property, { numRuns: 500 });
  });
});

describe('printQueryString', () => {
  test('formats parameters as a query string', () => {
    expect(printQueryString({ search: 'a b&c', order: { x: 'asc' }, flag: ['1', '0'] })).toBe(
      'search=a%20b%26c&order[x]=asc&flag[]=1&flag[]=0',
    );
  });
});
