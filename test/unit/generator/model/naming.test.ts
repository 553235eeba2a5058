import { describe, expect, test } from 'vitest';
import {
  columnName,
  kebabCase,
  linkTableNames,
  pluralName,
  snakeCase,
} from '../../../../generator/text/naming.js';

describe('pluralName', () => {
  test.each([
    ['BlogArticleData', 'blog_article_datas'],
    ['HeroImage', 'hero_images'],
    ['Category', 'categories'],
    ['Person', 'people'],
    ['News', 'newses'],
    ['Links', 'links'],
    ['HTMLContent', 'html_contents'],
    ['Sheep', 'sheeps'],
    ['Box', 'boxes'],
  ])('returns %s for %s', (title, plural) => {
    expect(pluralName(title)).toBe(plural);
  });
});

describe('other names', () => {
  test.each([
    ['snake', snakeCase('externalUrl'), 'external_url'],
    ['snake case of capitals', snakeCase('pageURLPath'), 'page_url_path'],
    ['kebab', kebabCase('CallToAction'), 'call-to-action'],
    ['column', columnName('metaDescription'), 'meta_description'],
  ])('of %s are spelled correctly: %s', (_name, given, want) => {
    expect(given).toBe(want);
  });

  test('of the columns in a link table to the same type are different', () => {
    expect(linkTableNames('boxes', { owner: 'Box', member: 'friends', target: 'Box' })).toEqual({
      table: 'boxes_friends',
      ownColumn: 'box_id',
      targetColumn: 'target_box_id',
    });
  });

  test('of link tables are truncated to 60 characters and remain unique', () => {
    const table = 'a_table_with_a_name_that_is_really_quite_long';
    const first = linkTableNames(table, {
      owner: 'Box',
      member: 'aFieldWithALongNameOne',
      target: 'Box',
    }).table;
    const second = linkTableNames(table, {
      owner: 'Box',
      member: 'aFieldWithALongNameTwo',
      target: 'Box',
    }).table;
    expect([first.length, second.length]).toEqual([60, 60]);
    expect(first).not.toBe(second);
  });
});
