import { expect, test } from 'vitest';
import { camelCase, createNames, pascalCase } from '../../../../../runtime/scaffold/export/names.js';

test('every name is used once, with and without a number', () => {
  const names = createNames(['resource', 'title2']);
  const given = [
    ...[names.plain('home'), names.plain('home'), names.plain('resource')],
    ...[names.numbered('title'), names.numbered('title'), names.numbered('title1')],
    ...[names.plain('title1'), names.plain('title3'), names.plain('title4'), names.numbered('title')],
    ...[names.plain('title11'), names.plain(''), names.plain('')],
  ];
  expect(new Set(given).size).toBe(given.length);
  expect(given).not.toContain('resource');
  expect(given.slice(0, 5)).toEqual(['home', 'home_1', 'resource_1', 'title1', 'title3']);
});

test('names consist of the letters and digits of the named record', () => {
  expect(pascalCase('blog-list_2 "x"')).toBe('BlogList2X');
  expect(pascalCase('頁')).toBe('');
  expect(camelCase('HtmlContent')).toBe('htmlContent');
});
