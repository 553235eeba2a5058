import { describe, expect, test } from 'vitest';
import { parseQuery } from '../../../../../../runtime/kernel/util/http/parse-query.js';

describe('readAsked', () => {
  test.each(['true', '1', 'on', 'yes', 'TRUE', 'Yes'])('accepts %j as a flag that is set', (flag) => {
    const parameters = { published: flag, validate_published: flag };
    expect(parseQuery(parameters)).toEqual({
      version: 'published',
      validatePublished: true,
      list: parameters,
    });
  });

  test.each<[string, Parameters<typeof parseQuery>[0]]>([
    ['nothing', {}],
    ['an empty value', { published: '', validate_published: '' }],
    ['another word', { published: 'false', validate_published: 'ja' }],
    ['a list', { published: ['true'], validate_published: ['1'] }],
    ['members', { published: { a: 'true' }, validate_published: { a: '1' } }],
  ])('accepts %s as a flag that is not set', (_name, parameters) => {
    expect(parseQuery(parameters)).toEqual({
      version: 'newest',
      validatePublished: false,
      list: parameters,
    });
  });
});
