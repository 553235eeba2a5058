import { expect, test } from 'vitest';
import { one, problemsOf, withField } from './schema-documents.js';

test.each([
  ['a/b', 'a~1b'],
  ['a~b', 'a~0b'],
])('the path of a member named %j is a JSON pointer to it', (name, key) => {
  const member = { type: 'string', minLength: 2, maxLength: 1 };
  const [problem] = problemsOf(one(withField({ type: 'object', properties: { [name]: member } })));
  expect(problem?.[0]).toBe(`Box.json#/properties/value/properties/${key}/minLength`);
});
