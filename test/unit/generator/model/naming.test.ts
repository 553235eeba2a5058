import { describe, expect, test } from 'vitest';
import {
  columnName,
  kebabCase,
  linkTableNames,
  pluralName,
  snakeCase,
} from '../../../../generator/model/naming.js';

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
  ])('%s gives %s', (title, plural) => {
    expect(pluralName(title)).toBe(plural);
  });
});

describe('the other names', () => {
  test.each([
    ['snake', snakeCase('externalUrl'), 'external_url'],
    ['snake of capitals', snakeCase('pageURLPath'), 'page_url_path'],
    ['kebab', kebabCase('CallToAction'), 'call-to-action'],
    ['column', columnName('metaDescription'), 'meta_description'],
  ])('%s is written as it should: %s', (_name, given, want) => {
    expect(given).toBe(want);
  });

  test('a link to the own type has two different columns', () => {
    expect(linkTableNames('boxes', { owner: 'Box', member: 'friends', target: 'Box' })).toEqual({
      table: 'boxes_friends',
      ownColumn: 'box_id',
      targetColumn: 'target_box_id',
    });
  });

  test('long names of link tables are cut to 60 characters and stay distinct', () => {
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
