import { expect, test } from 'vitest';
import { isGiven, ownWords } from '../../../../runtime/console/global-flags.js';

test.each([
  [['-v'], true],
  [['--verbose'], true],
  [['-nv'], true],
  [['-vq', 'x'], true],
  [['-q'], false],
  [['-ov'], false],
  [['--', '-v'], false],
  [['--no-verbose'], false],
])('%j enable verbose output: %j', (words, isRequested) => {
  expect(isGiven('verbose', words)).toBe(isRequested);
});

test.each([
  [
    ['-v', 'a', '-qn', '--no-interaction', '--all'],
    ['a', '--all'],
  ],
  [
    ['-x', '-vx', '--quiet'],
    ['-x', '-vx'],
  ],
  [
    ['a', '--', '-v', '--'],
    ['a', '-v', '--'],
  ],
])('of %j, a project command receives %j', (words, own) => {
  expect(ownWords(words)).toEqual(own);
});
