import { describe, expect, test } from 'vitest';
import { messageOf } from '../../../../../runtime/kernel/util/text/message-text.js';
import { createMessages } from '../../../../../runtime/kernel/messages/messages.js';

const SIZE = 'Choose {{ limit }} thing.|Choose {{ limit }} things.';
const sized = (count: number) => messageOf(SIZE, { parameters: { limit: String(count) }, count });

describe('createMessages', () => {
  const messages = createMessages([
    { de: { 'Empty.': 'Leer.', 'Full.': 'Voll.' } },
    {
      de: { 'Full.': 'Randvoll.' },
      en: { 'Empty.': 'Nothing here.' },
      'de-CH': { 'Empty.': 'Läär.' },
      pl: {
        [SIZE]: {
          one: 'Wybierz {{ limit }} rzecz.',
          few: 'Wybierz {{ limit }} rzeczy.',
          many: 'Wybierz {{ limit }} rzeczy!',
          other: 'Wybierz {{ limit }} rzeczy?',
        },
      },
    },
  ]);

  test.each([
    ['de', 'Empty.', 'Leer.'],
    ['de', 'Full.', 'Randvoll.'],
    ['de-ch', 'Empty.', 'Läär.'],
    ['de-ch', 'Full.', 'Randvoll.'],
    ['en', 'Empty.', 'Nothing here.'],
    ['en', 'Full.', 'Full.'],
    ['fr', 'Empty.', 'Empty.'],
    ['de', 'Unknown.', 'Unknown.'],
    ['de', '__proto__', '__proto__'],
    ['de', 'constructor', 'constructor'],
    ['__proto__', 'Empty.', 'Empty.'],
    ['constructor', 'toString', 'toString'],
  ])('in %s, %j is %j', (language, message, expected) => {
    expect(messages.translate(language, { message })).toBe(expected);
  });

  test.each([
    ['pl', 1, 'Wybierz 1 rzecz.'],
    ['pl', 3, 'Wybierz 3 rzeczy.'],
    ['pl', 5, 'Wybierz 5 rzeczy!'],
    ['en', 1, 'Choose 1 thing.'],
    ['en', 5, 'Choose 5 things.'],
    ['de', 5, 'Choose 5 things.'],
  ])('in %s, %i has its plural form', (language, count, expected) => {
    expect(messages.translate(language, sized(count))).toBe(expected);
  });

  test('placeholders never read the prototype, and are replaced only once', () => {
    const text = messageOf('{{ constructor }} {{ value }}', { parameters: { value: '{{ value }}' } });
    expect(messages.translate('en', text)).toBe('{{ constructor }} {{ value }}');
  });

  test('a catalogue can contain the keys of a prototype', () => {
    const odd = createMessages([JSON.parse('{"de": {"__proto__": "Vorlage", "constructor": "Bauer"}}')]);
    expect(odd.translate('de', { message: '__proto__' })).toBe('Vorlage');
    expect(odd.translate('de', { message: 'constructor' })).toBe('Bauer');
    expect(odd.translate('de', { message: 'toString' })).toBe('toString');
  });

  test('a response without translated texts has no language', () => {
    const response = messages.forRequest('de');
    expect(response.isUsed).toBe(false);
    expect(response.translate({ message: 'Empty.' })).toBe('Leer.');
    expect([response.isUsed, response.language]).toEqual([true, 'de']);
  });
});
