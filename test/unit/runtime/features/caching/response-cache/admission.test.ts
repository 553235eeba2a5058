import { expect, test } from 'vitest';
import { createAdmission } from '../../../../../../runtime/features/caching/response-cache/admission.js';
import { hashOf } from '../../../../../../runtime/features/caching/response-cache/key-hash.js';

const keys = (start: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_none, number) => `application/json /_api/_/pages?${start}=${number}`);

test('a key is known after it was noted', () => {
  const admission = createAdmission();
  const [known, unknown] = [keys('a', 1000), keys('b', 1000)];
  for (const key of known) admission.note(hashOf(key));
  // If two keys share a slot, the last one is known.
  expect(known.filter((key) => admission.isKnown(hashOf(key))).length).toBeGreaterThan(900);
  expect(unknown.filter((key) => admission.isKnown(hashOf(key)))).toEqual([]);
});

test('a key is forgotten after many others', () => {
  const admission = createAdmission();
  admission.note(hashOf('once'));
  expect(admission.isKnown(hashOf('once'))).toBe(true);
  for (const key of keys('c', 200_000)) admission.note(hashOf(key));
  expect(admission.isKnown(hashOf('once'))).toBe(false);
});
