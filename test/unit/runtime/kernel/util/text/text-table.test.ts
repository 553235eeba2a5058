import { expect, test } from 'vitest';
import { textTable } from '../../../../../../runtime/kernel/util/text/text-table.js';

test('words stand below one another to the left, numbers with their heading to the right', () => {
  const rows = [
    ['Type', 'Components', 'Seen'],
    ['HeroImage', 12, 'today'],
    ['Text', 1234, ''],
  ];
  expect(textTable(rows)).toEqual([
    'Type       Components  Seen',
    'HeroImage          12  today',
    'Text            1,234',
  ]);
});

test('no rows are no lines', () => {
  expect(textTable([])).toEqual([]);
});
