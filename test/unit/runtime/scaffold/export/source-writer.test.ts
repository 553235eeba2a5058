import { describe, expect, test } from 'vitest';
import { isWritable, printCall } from '../../../../../runtime/scaffold/export/source-writer.js';

test('a call with an object that is too long has a line for each member', () => {
  const members = [['title', 'x'.repeat(60)] as const];
  expect(printCall('f', ['a'], { members })).toBe(`f('a', { title: '${'x'.repeat(60)}' })`);
  expect(printCall('f', ['a'], { members, used: 40 })).toBe(`f('a', {\n  title: '${'x'.repeat(60)}',\n})`);
});

describe('a value cannot be written as source', () => {
  test.each<[string, unknown]>([
    ['a number that JSON does not support', Number.NaN],
    ['undefined', undefined],
    ['a function', () => 1],
    ['an invalid date', new Date('no date')],
    ['a value that looks like a file', { kind: 'local-file', path: 'x' }],
    ['a value that looks like a resource', [{ kind: 'scaffold-resource' }]],
    ['a member that a literal cannot contain', JSON.parse('{"a": {"__proto__": 1}}')],
  ])('if it is %s', (_name, value) => {
    expect(isWritable(value)).toBe(false);
  });

  test('but all other JSON values can', () => {
    expect(isWritable({ a: [1, 'b', null, true, { kind: 'other' }] })).toBe(true);
  });
});
