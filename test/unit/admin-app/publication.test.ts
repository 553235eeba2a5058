import { describe, expect, test } from 'vitest';
import type { ApiDocument } from '../../../admin-app/src/api/client.js';
import type { AdminType } from '../../../admin-app/src/api/model.js';
import { publicationOf, stateOf } from '../../../admin-app/src/api/publication.js';

const NOW = new Date('2027-01-01T00:00:00Z');
const PAST = '2026-01-01T00:00:00+00:00';
const TO_COME = '2028-01-01T00:00:00+00:00';

const USUAL = {
  field: 'publishedAt',
  publishedAssociation: 'publishedResource',
  draftAssociation: 'draftResource',
};
const RENAMED = { field: 'releasedAt', publishedAssociation: 'original', draftAssociation: 'revision' };

/** Parts of a type that these tests need. */
const typeWith = (publishable: AdminType['publishable']): AdminType =>
  ({ name: 'Note', publishable }) as unknown as AdminType;

describe.each([
  ['usual', USUAL],
  ['other', RENAMED],
])('a type with %s names for its publication', (_names, names) => {
  const type = typeWith(names);
  const record = (members: object): ApiDocument => ({ '@id': '/notes/1', '@type': 'Note', ...members });

  test.each([
    ['a draft', {}, 'draft'],
    ['published', { [names.field]: PAST }, 'published'],
    ['changed, with the draft', { [names.publishedAssociation]: '/notes/2' }, 'changed'],
    [
      'changed, with the published version',
      { [names.field]: PAST, [names.draftAssociation]: '/notes/3' },
      'changed',
    ],
    ['scheduled', { [names.field]: TO_COME }, 'scheduled'],
  ])('has records that are %s', (_state, members, state) => {
    expect(stateOf(type, record(members), NOW)).toBe(state);
  });

  test('links a draft to its published version', () => {
    expect(publicationOf(type, record({ [names.publishedAssociation]: '/notes/2' }))).toEqual({
      published: '/notes/2',
    });
  });
});

test('a type without drafts can have members with the same names', () => {
  expect(publicationOf(typeWith(null), { publishedResource: '/notes/2' })).toEqual({});
});
