import fc from 'fast-check';
import { expect, test } from 'vitest';
import { negotiateLanguage } from '../../../../../runtime/kernel/messages/negotiate-language.js';

const LANGUAGES = ['en', 'de', 'fr', 'pt-br'];
const available = new Set(LANGUAGES);

const ranges = fc.array(
  fc.record({
    tag: fc.constantFrom('en', 'de', 'de-AT', 'fr', 'fr-CH', 'pt-BR', 'pt', 'nl', '*', 'en-GB'),
    thousandths: fc.integer({ min: 0, max: 1000 }),
  }),
  { maxLength: 8 },
);

/**
 * Simple implementation of RFC 9110 and RFC 4647: every available language that a range matches, by quality and
 * position.
 */
function model(list: readonly { readonly tag: string; readonly thousandths: number }[]): string {
  const refused = list.filter(({ thousandths }) => thousandths === 0).map(({ tag }) => tag.toLowerCase());
  const candidates = list.flatMap(({ tag, thousandths }, place) => {
    const wanted = tag.toLowerCase();
    const reached =
      wanted === '*'
        ? ['en']
        : LANGUAGES.filter((language) => wanted === language || wanted.startsWith(`${language}-`)).sort(
            (left, right) => right.length - left.length,
          );
    const [best] = reached.filter((language) => !refused.includes(language));
    return thousandths === 0 || best === undefined ? [] : [{ best, thousandths, place }];
  });
  candidates.sort((left, right) => right.thousandths - left.thousandths || left.place - right.place);
  return candidates[0]?.best ?? 'en';
}

test('selects the same language as a simple implementation', () => {
  fc.assert(
    fc.property(ranges, (list) => {
      const header = list
        .map(({ tag, thousandths }) => `${tag};q=${(thousandths / 1000).toFixed(3)}`)
        .join(', ');
      expect(negotiateLanguage(header, available)).toBe(model(list));
    }),
  );
});

test('any text selects an available language', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (header) => {
      expect(LANGUAGES).toContain(negotiateLanguage(header, available));
    }),
  );
});
