import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cutDocument,
  joinDocument,
  printPath,
  printSchema,
} from '../../../../generator/emit/openapi/document-text.js';

const FRAME = {
  tags: [{ name: '"paths": {}', description: '"schemas": {}' }],
  paths: {},
  components: { schemas: {}, securitySchemes: { cookie: { type: 'apiKey' } } },
};

/** Digits alone would be ordered as numbers by an object, and no name of a path or schema is one. */
const name = fc.string({ unit: 'grapheme' }).map((text) => `/${text}`);
const member = fc.dictionary(name, fc.jsonValue(), { minKeys: 1 });

function print(members: Readonly<Record<string, unknown>>, printOne: (value: unknown) => string) {
  return new Map(Object.entries(members).map(([key, value]) => [key, printOne(value)]));
}

function sorted(members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(members).sort(([left], [right]) => (left < right ? -1 : 1)));
}

describe('joinDocument', () => {
  test('gives what printing the whole document gives, with its members sorted', () => {
    fc.assert(
      fc.property(member, member, (paths, schemas) => {
        const text = joinDocument(FRAME, {
          paths: print(paths, printPath),
          schemas: print(schemas, printSchema),
        });
        const components = { ...FRAME.components, schemas: sorted(schemas) };
        const document = { ...FRAME, paths: sorted(paths), components };
        expect(text).toBe(`${JSON.stringify(document, null, 2)}\n`);
      }),
    );
  });
});

describe('cutDocument', () => {
  test('takes out the pieces that were joined', () => {
    fc.assert(
      fc.property(member, member, (paths, schemas) => {
        const pieces = { paths: print(paths, printPath), schemas: print(schemas, printSchema) };
        expect(cutDocument(joinDocument(FRAME, pieces))).toEqual(pieces);
      }),
    );
  });
});
