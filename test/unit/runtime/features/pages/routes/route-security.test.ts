import { describe, expect, test } from 'vitest';
import { compileRule } from '../../../../../../runtime/features/pages/visibility/route-security.js';

describe('compileRule', () => {
  test.each([
    ['/admin*', '/admin', true],
    ['/admin*', '/foo/admin/bar', true],
    ['/admin*', '/Admin', false],
    ['/a.c', '/abc', false],
    ['/a.c', '/x/a.c', true],
    ['/a*c', '/a/b/c', true],
    ['/a_c', '/abc', false],
  ])('matches items: %s finds %s anywhere: %s', (pattern, path, want) => {
    expect(compileRule(pattern).matches(path)).toBe(want);
  });

  test('matches % and _ in lists like LIKE', () => {
    expect(compileRule('/a_b%c*').listPattern).toEqual([
      { text: '/a' },
      'one',
      { text: 'b' },
      'any',
      { text: 'c' },
      'any',
    ]);
  });
});
