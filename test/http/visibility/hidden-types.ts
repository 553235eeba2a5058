import { guardedDescriptor } from '../../support/generated/descriptors/guarded.js';
import { testTypes } from '../../support/test-types.js';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import type {
  FieldDescriptor,
  FilterDescriptor,
  ResourceDescriptor,
} from '../../../runtime/kernel/contract/schema/resource.js';
import { publishingManifest, relation, text, withoutAttributes } from '../publishing/types.js';

const plain = withoutAttributes(guardedDescriptor);

/** A component without rules, lists or versions, as a model for others. */
function aType(
  name: string,
  path: string,
  rest: Partial<ResourceDescriptor> & { readonly fields: readonly FieldDescriptor[] },
): ResourceDescriptor {
  return {
    ...plain,
    name,
    classIdentifier: name,
    path: `/component/${path}`,
    table: path,
    security: {},
    validate() {},
    ...rest,
  };
}

const flag = (name: string): FieldDescriptor => ({
  kind: 'scalar',
  name,
  column: name.toLowerCase(),
  type: 'boolean',
  accepts: ['bool'],
  nullable: false,
  default: false,
  readable: true,
  writable: true,
});

const NAMED = { fields: [text('name')], searchFields: ['name'], orderFields: ['name'] } as const;

/** A rule on the record decides who can read it. */
const vault = aType('Vault', 'vaults', {
  ...NAMED,
  fields: [text('name'), text('owner'), flag('isOpen')],
  filters: [
    { parameter: 'name', field: 'name', strategy: 'partial', caseSensitive: false },
    { parameter: 'owned', field: 'owner', strategy: 'exists', caseSensitive: true },
  ],
  security: {
    read: "object.isOpen == true or is_granted('ROLE_ADMIN') or (user != null and object.owner == user.username)",
  },
});

/** A record for signed-in users only; the list has no rule of its own. */
const club: ResourceDescriptor = {
  ...aType('Club', 'clubs', {
    ...NAMED,
    security: { read: "is_granted('ROLE_USER')", message: 'Members only.' },
  }),
  kind: 'record',
  path: '/record/clubs',
  operations: ['collection', 'create', 'read', 'update', 'replace', 'delete'],
};

/** Everyone can request the list, but it is empty for visitors. */
const shelf = aType('Shelf', 'shelves', {
  ...NAMED,
  security: { collection: "is_granted('PUBLIC_ACCESS')", read: "is_granted('ROLE_USER')" },
});

/** The rule of the list also filters rows. */
const crate = aType('Crate', 'crates', {
  ...NAMED,
  fields: [text('name'), flag('isOpen')],
  security: { collection: "object.isOpen or is_granted('ROLE_ADMIN')" },
});

const STAFF = 'Card:cwa_resource:read:role_user';
const PATHS = [
  'title',
  'note',
  'staff',
  'deep',
  'seal',
  'vault.name',
  'club.name',
  'article.headline',
  'way.name',
  'home.title',
  'card.title',
  'author.username',
];
const RELATIONS = ['vault', 'club', 'article', 'way', 'home', 'card', 'any'];

export const CARD_PATHS: readonly string[] = PATHS;

const filter = (
  parameter: string,
  field: string,
  strategy: FilterDescriptor['strategy'],
): FilterDescriptor => ({
  parameter,
  field,
  strategy,
  caseSensitive: strategy === 'exact',
});
export const CARD_FILTERS: readonly FilterDescriptor[] = [
  ...PATHS.flatMap((path) => [
    filter(`is_${path.replace('.', '_')}`, path, 'exact'),
    filter(`has_${path.replace('.', '_')}`, path, 'partial'),
  ]),
  ...[...RELATIONS, 'note', 'vault.name', 'article.headline'].map((path) =>
    filter(`exists_${path.replace('.', '_')}`, path, 'exists'),
  ),
];

const coalesce = (name: string, ...paths: readonly string[]): FieldDescriptor => ({
  kind: 'computed',
  name,
  coalesce: paths.map((path) => path.split('.')),
  readable: true,
  writable: false,
});

/** Members hidden in every way, and relations to everything that can be hidden. */
const card = aType('Card', 'cards', {
  fields: [
    text('title'),
    text('note', { readIf: "is_granted('ROLE_ADMIN')" }),
    text('staff', { readGroups: [STAFF] }),
    text('deep', { readIf: "is_granted('ROLE_SUPER_ADMIN')" }),
    text('seal', { readable: false }),
    { ...relation('vault', 'Vault'), embed: true },
    { ...relation('club', 'Club'), embed: true },
    { ...relation('article', 'Article'), embed: true },
    relation('way', 'Route'),
    relation('home', 'Page'),
    relation('card', 'Card'),
    relation('author', 'User'),
    relation('any', 'AbstractComponent'),
    coalesce('heading', 'note', 'staff', 'title'),
    coalesce('first', 'vault.name', 'club.name', 'article.headline', 'title'),
    coalesce('where', 'way.name', 'home.title'),
  ],
  searchFields: PATHS,
  orderFields: [...PATHS, ...RELATIONS],
  filters: CARD_FILTERS,
});

/** Sorted by members that only administrators see. */
const hoard = aType('Hoard', 'hoards', {
  fields: [text('name'), text('worth', { readIf: "is_granted('ROLE_ADMIN')" })],
  order: [{ field: 'worth', direction: 'asc' }],
});

const published = (...names: readonly string[]): readonly ResourceDescriptor[] =>
  publishingManifest.resources.filter(({ name }) => names.includes(name));

/** Slots of page data make statements long, so there are few. */
const withoutSlots = testTypes.resources.filter(({ kind }) => kind === 'component');

export const hiddenTypes: Manifest = {
  ...testTypes,
  resources: [...withoutSlots, ...published('Article'), vault, club, shelf, crate, hoard, card],
};

const story = published('StoryData').map((resource) => ({
  ...resource,
  fields: resource.fields.filter(({ name }) => name !== 'box'),
}));

/** One of each way to hide a member: SQLite takes a second to prepare a search through all of them. */
const SEARCHED = ['title', 'note', 'staff', 'deep', 'vault.name', 'article.headline', 'way.name'];

/** The types of the random sites. */
export const propertyTypes: Manifest = {
  ...testTypes,
  resources: [...published('Article'), ...story, vault, club, { ...card, searchFields: SEARCHED }],
};
