import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cutDocument,
  joinDocument,
  type DocumentPieces,
  printPieces,
} from '../../../../generator/emit/openapi/document-text.js';

const FRAME = {
  tags: [{ name: '"paths": {}', description: '"schemas": {}' }],
  paths: {},
  components: {
    parameters: {},
    requestBodies: {},
    schemas: {},
    securitySchemes: { cookie: { type: 'apiKey' } },
  },
};

/** Numeric keys would be sorted by an object, and no name of a path or schema is numeric. */
const name = fc.string({ unit: 'grapheme' }).map((text) => `/${text}`);
const members = fc.dictionary(name, fc.jsonValue());
const sections = fc.record({ paths: members, parameters: members, requestBodies: members, schemas: members });

function sorted(values: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(values).sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** Pieces are found by name, in any order. */
function withoutOrder(pieces: DocumentPieces): object {
  return Object.fromEntries([...pieces].map(([section, values]) => [section, Object.fromEntries(values)]));
}

describe('joinDocument', () => {
  test('returns the same as printing the whole document with sorted members', () => {
    fc.assert(
      fc.property(sections, ({ paths, ...others }) => {
        const text = joinDocument(FRAME, printPieces({ paths, ...others }));
        const listed = Object.fromEntries(
          Object.entries(others).map(([key, values]) => [key, sorted(values)]),
        );
        const components = { ...FRAME.components, ...listed };
        const document = { ...FRAME, paths: sorted(paths), components };
        expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(document));
      }),
    );
  });
});

describe('cutDocument', () => {
  test('extracts the pieces that were joined', () => {
    fc.assert(
      fc.property(sections, (given) => {
        const pieces = printPieces(given);
        expect(withoutOrder(cutDocument(joinDocument(FRAME, pieces)))).toEqual(withoutOrder(pieces));
      }),
    );
  });
});
