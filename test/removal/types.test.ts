import { describe, expect, test } from 'vitest';
import { FEATURES, removedAlone } from './traces.js';
import { createTypeCheck } from './type-check.js';
import { filesNaming, LIST } from './without-feature.js';

test.each(FEATURES)('%s is imported only by the list of features', async (feature) => {
  expect(await filesNaming(feature)).toEqual([LIST]);
});

describe('the types of the runtime and the generator', () => {
  const check = createTypeCheck();

  test('are valid without any of them', () => {
    expect(check(FEATURES)).toEqual([]);
  });

  test.each(removedAlone())('are valid without %s', (feature) => {
    expect(check([feature])).toEqual([]);
  });
});
