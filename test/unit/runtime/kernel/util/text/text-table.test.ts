import { expect, test } from 'vitest';
import { textTable } from '../../../../../../runtime/kernel/util/text/text-table.js';

test('text columns are left-aligned, numbers and their headings are right-aligned', () => {
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

test('no rows result in no lines', () => {
  expect(textTable([])).toEqual([]);
});
