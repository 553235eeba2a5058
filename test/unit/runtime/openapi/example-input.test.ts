import { describe, expect, test } from 'vitest';
import type { SchemaObject } from 'openapi3-ts/oas31';
import type { JsonObject } from '../../../../runtime/kernel/contract/json.js';
import { constraintRules } from '../../../../runtime/openapi/constraint-rules.js';
import { exampleInput } from '../../../../runtime/openapi/example-input.js';

type Rules = readonly Readonly<Record<string, JsonObject>>[];

function exampleOf(member: SchemaObject, rules: Rules, record: Rules = []) {
  const schema: SchemaObject = { type: 'object', properties: { field: member }, required: ['field'] };
  const evaluated = constraintRules({ schema, groups: ['Default'], members: { field: rules }, record });
  return exampleInput(schema, { rules: evaluated })?.field;
}

const TEXT: SchemaObject = { type: 'string' };

describe('exampleInput', () => {
  test.each<readonly [string, SchemaObject, Rules, unknown]>([
    ['what the author states', { ...TEXT, examples: ['a sentence'] }, [], 'a sentence'],
    ['a default', { type: 'integer', default: 7 }, [], 7],
    ['a default that no rule refuses', { type: 'integer', default: 7 }, [{ GreaterThan: { value: 8 } }], 9],
    ['the first value of a list', { ...TEXT, enum: ['b', 'a'] }, [], 'b'],
    ['a text', TEXT, [{ NotBlank: {} }], 'Some field'],
    ['a text that is long enough', TEXT, [{ Length: { min: 14 } }], 'Some field....'],
    ['a text that is short enough', TEXT, [{ Length: { max: 4 } }], 'Some'],
    ['one of the choices', TEXT, [{ Choice: { choices: ['left', 'right'] } }], 'left'],
    ['an address', TEXT, [{ Url: {} }], 'https://example.com/'],
    ['a mail address', TEXT, [{ Email: {} }], 'someone@example.com'],
    ['a colour', TEXT, [{ CssColor: {} }], '#336699'],
    ['a code of a country', TEXT, [{ Country: {} }], 'GB'],
    ['a currency', TEXT, [{ Currency: {} }], 'EUR'],
    ['a time zone', TEXT, [{ Timezone: {} }], 'Europe/London'],
    ['a word that a pattern lets pass', TEXT, [{ Regex: { pattern: '/^[a-z-]+$/' } }], 'some-text'],
    ['digits that a pattern asks for', TEXT, [{ Regex: { pattern: '/^\\d{5}$/' } }], '12345'],
    ['a number within bounds', { type: 'integer' }, [{ Range: { min: 500, max: 600 } }], 500],
    ['a number above one', { type: 'integer' }, [{ GreaterThan: { value: 41 } }], 42],
    ['a negative number', { type: 'integer' }, [{ Negative: {} }], -1],
    ['a multiple', { type: 'integer' }, [{ DivisibleBy: { value: 6 } }], 6],
    ['a decimal in digits', { ...TEXT, format: 'decimal' }, [{ Range: { min: 10 } }], '10'],
    ['a yes', { type: 'boolean' }, [{ IsTrue: {} }], true],
    [
      'a moment of the past',
      { ...TEXT, format: 'date-time' },
      [{ LessThan: { value: '2020-01-01' } }],
      '2000-01-31T12:00:00+00:00',
    ],
    [
      'whatever rules of other groups ask for',
      TEXT,
      [{ Length: { min: 90, groups: ['Later'] } }],
      'Some field',
    ],
  ])('returns %s', (...[, member, rules, wanted]) => {
    expect(exampleOf(member, rules)).toEqual(wanted);
  });

  test.each<[string, SchemaObject, Rules]>([
    ['another record', { ...TEXT, format: 'iri-reference' }, []],
    ['a pattern that no known text matches', TEXT, [{ Regex: { pattern: '/^[❄☃]{3}$/u' } }]],
    ['code of the project', TEXT, [{ Callback: { name: 'isNice' } }]],
  ])('returns no body that depends on %s', (_name, member, rules) => {
    expect(exampleOf(member, rules)).toBeUndefined();
  });

  test('trusts the example of the author if code of the project validates', () => {
    expect(exampleOf({ ...TEXT, examples: ['nice'] }, [{ Callback: { name: 'isNice' } }])).toBe('nice');
  });

  test('returns no body that class-level rules refuse', () => {
    const never = [{ Expression: { expression: 'this.field == "another"', message: 'No.' } }];
    expect(exampleOf(TEXT, [], never)).toBeUndefined();
    const once = [{ Expression: { expression: 'this.field == "Some field"', message: 'No.' } }];
    expect(exampleOf(TEXT, [], once)).toBe('Some field');
  });
});
