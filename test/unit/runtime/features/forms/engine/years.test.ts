import { describe, expect, test } from 'vitest';
import { aForm, context, nodeOf, shown } from './form-fixtures.js';

const YEARS = ['1 January', '31 December'].map((day) => new Date(`${day} 2031 UTC`));

function yearsAt(form: ReturnType<typeof aForm>, now: Date, name = 'day'): readonly unknown[] {
  const { choices } = nodeOf(form.view({ ...shown, now }), name, 'year').vars;
  return (choices as readonly { readonly data: unknown }[]).map(({ data }) => data);
}

describe('default years of a field', () => {
  const form = aForm([
    { name: 'day', type: 'date', widget: 'choice' },
    { name: 'named', type: 'date', widget: 'choice', years: [2000] },
    {
      name: 'days',
      type: 'collection',
      allow_add: true,
      entry_type: 'datetime',
      entry_options: { widget: 'choice' },
    },
  ]);

  test.each(YEARS)('surround the year of the request: %s', (now) => {
    const years = yearsAt(form, now);
    expect([years[0], years.at(-1)]).toEqual([2026, 2036]);
    expect(yearsAt(form, now, 'named')).toEqual([2000]);
  });

  test('are accepted in a submission as they are rendered, in entries too', () => {
    const submitAt = (year: string, now: Date): boolean => {
      const day = { year, month: '2', day: '3' };
      const sent = {
        day,
        named: { year: '2000', month: '1', day: '1' },
        days: [{ ...day, hour: '1', minute: '2' }],
      };
      return form.submit({ f: sent }, { extent: 'whole', shown: { ...shown, now }, context }).isValid();
    };
    expect(submitAt('2036', new Date('2030-12-31T23:59:59Z'))).toBe(false);
    expect(submitAt('2036', new Date('2031-01-01T00:00:00Z'))).toBe(true);
  });

  test('are created once per year', () => {
    const choicesAt = (now: Date) => nodeOf(form.view({ ...shown, now }), 'day', 'year').vars.choices;
    const [first, last] = YEARS.map(choicesAt);
    expect(first).toBe(last);
  });
});
