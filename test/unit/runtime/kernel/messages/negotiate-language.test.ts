import { describe, expect, test } from 'vitest';
import { negotiateLanguage } from '../../../../../runtime/kernel/messages/negotiate-language.js';

const AVAILABLE = new Set(['en', 'de', 'fr', 'pt-br', 'zh-hant']);

describe('negotiateLanguage', () => {
  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['DE', 'de'],
    ['de-AT', 'de'],
    ['de-Latn-AT-1996', 'de'],
    ['zh-Hant-TW', 'zh-hant'],
    ['pt-BR', 'pt-br'],
    ['pt', 'en'],
    ['pt-PT, de;q=0.2', 'de'],
    ['en;q=0.5, de;q=0.6', 'de'],
    ['fr;q=0.8, de;q=0.8', 'fr'],
    ['de;q=0.8, en', 'en'],
    ['nl, da;q=0.9', 'en'],
    ['*', 'en'],
    ['*;q=0.5, de', 'de'],
    ['nl, *;q=0.5, de;q=0.1', 'en'],
    ['*, en;q=0, fr;q=0.3', 'fr'],
    ['de;q=0', 'en'],
    ['de-AT, de;q=0', 'en'],
    ['en;q=0', 'en'],
    ['de;q=0.000, fr;q=0.001', 'fr'],
    [' de ; q=1.000 ,en;q=0.9', 'de'],
    ['de;q=1.5, fr', 'fr'],
    ['de;level=1, fr', 'fr'],
    ['de_AT, fr;q=0.1', 'fr'],
    [',,, ,de', 'de'],
    ['x-private, de;q=0.1', 'de'],
    ['i-klingon', 'en'],
    ['__proto__', 'en'],
    ['constructor', 'en'],
    ['toString, hasOwnProperty, de;q=0.1', 'de'],
  ])('%j selects %s', (header, language) => {
    expect(negotiateLanguage(header, AVAILABLE)).toBe(language);
  });

  test.each([
    'a'.repeat(8192),
    '-'.repeat(8192),
    ','.repeat(8192),
    'de;'.repeat(2731),
    `de;q=0.${'0'.repeat(8180)}`,
    ' '.repeat(8192),
    `${'a-'.repeat(4000)}a`,
    'nl,'.repeat(2731),
  ])('an invalid header of 8 kB selects English (%#)', (header) => {
    expect(negotiateLanguage(header, AVAILABLE)).toBe('en');
  });

  test('only the first languages of a header of 8 kB are read', () => {
    expect(negotiateLanguage(`de,${'nl,'.repeat(2731)}`, AVAILABLE)).toBe('de');
  });
});
