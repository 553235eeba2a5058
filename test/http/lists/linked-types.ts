import { titleDescriptor } from '../../../generated/descriptors/title.js';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import type { ResourceDescriptor, ToManyField } from '../../../runtime/kernel/contract/schema/resource.js';
import { testTypes } from '../../support/test-types.js';
import { text, withoutAttributes, withoutDrafts, openToWriters } from '../publishing/types.js';

const plain = withoutDrafts(withoutAttributes(titleDescriptor));

function aType(name: string, path: string, rest: Partial<ResourceDescriptor>): ResourceDescriptor {
  const names = { name, classIdentifier: name, path: `/component/${path}`, table: path };
  const type = { ...plain, ...names, orderFields: [], security: {}, validate() {}, ...rest };
  // Only the list itself shows that it has changed.
  delete (type as { timestamped?: unknown }).timestamped;
  return type;
}

/** A list stored in the link table of its owner, seen from one of its sides. */
export function links(
  name: string,
  target: string,
  through: Omit<ToManyField['through'] & { kind: 'link' }, 'kind'>,
) {
  const field: ToManyField = {
    kind: 'to-many',
    name,
    target,
    through: { kind: 'link', ...through },
    readable: true,
    writable: true,
  };
  return field;
}

const publishable: ResourceDescriptor['publishable'] = {
  field: 'publishedAt',
  publishedAssociation: 'publishedResource',
  draftAssociation: 'draftResource',
  validationGroups: [],
};

const book = aType('Book', 'books', { fields: [text('title')], publishable });

const shelfGenres = { table: 'shelf_genres', ownColumn: 'shelf_id', targetColumn: 'genre_id' };
/** The other side of a list can be written too. */
const genre = aType('Genre', 'genres', {
  fields: [
    text('name'),
    links('shelves', 'Shelf', {
      table: shelfGenres.table,
      ownColumn: shelfGenres.targetColumn,
      targetColumn: shelfGenres.ownColumn,
      owner: false,
    }),
  ],
});

const shelf = aType('Shelf', 'shelves', {
  fields: [
    text('label'),
    links('books', 'Book', {
      table: 'shelf_books',
      ownColumn: 'shelf_id',
      targetColumn: 'book_id',
      owner: true,
    }),
    links('genres', 'Genre', { ...shelfGenres, owner: true }),
  ],
});

/** Its edits go to drafts. */
const display = aType('Display', 'displays', {
  fields: [
    text('label'),
    links('books', 'Book', {
      table: 'display_books',
      ownColumn: 'display_id',
      targetColumn: 'book_id',
      owner: true,
    }),
  ],
  publishable,
});

export const linkedTypes: Manifest = {
  ...testTypes,
  resources: [book, genre, openToWriters(shelf), display],
};
