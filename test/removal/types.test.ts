import { describe, expect, test } from 'vitest';
import { FEATURES } from './traces.js';
import { createTypeCheck } from './type-check.js';
import { filesNaming, LIST } from './without-feature.js';

test.each(FEATURES)('%s is named by the list of features alone', async (feature) => {
  expect(await filesNaming(feature)).toEqual([LIST]);
});

describe('the types of the runtime and the generator', () => {
  const check = createTypeCheck();

  test('are right with all features', () => {
    expect(check(undefined)).toEqual([]);
  });

  test.each(FEATURES)('are right without %s', (feature) => {
    expect(check(feature)).toEqual([]);
  });
});
