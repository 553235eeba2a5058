import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sourceFiles } from '../support/source-files.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Openings of incomplete sentences: "Of its collection", "True when it is there", "For whoever waits". */
const HALF_SENTENCE =
  /^(?:Of|Whom?|Whose|Those|True when|False when|In the order|In place of|For (?:who|whoever))\b/;

test('comments do not start with half a sentence', () => {
  const found = ['runtime', 'generator', 'create', 'admin-app'].flatMap(sourceFiles).flatMap((path) => {
    const comments = readFileSync(join(ROOT, path), 'utf8').matchAll(/\/\*\*[\s*]+(?<text>[^\n]*)/g);
    const texts = [...comments].map(({ groups }) => groups?.['text'] ?? '');
    return texts.filter((text) => HALF_SENTENCE.test(text)).map((text) => `${path}: ${text}`);
  });
  expect(found).toEqual([]);
});
