import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import type {
  FieldDescriptor,
  FilterDescriptor,
  ResourceDescriptor,
} from '../../../runtime/kernel/contract/schema/resource.js';
import { guardedDescriptor } from '../../support/generated/descriptors/guarded.js';
import { testTypes } from '../../support/test-types.js';
import { relation, text, withoutAttributes } from '../publishing/types.js';

/** Members of every type here, and the kinds of parameters that can be declared on each. */
const MEMBERS: Readonly<Record<string, readonly FilterDescriptor['strategy'][]>> = {
  name: ['exact', 'partial', 'start', 'end', 'exists'],
  size: ['exact', 'range', 'exists'],
  price: ['exact', 'range'],
  isOn: ['boolean', 'exact'],
  at: ['date', 'exists'],
  day: ['date', 'exact'],
};

/** Paths by which records are queried: their own members, one relation, two relations. */
export const WAYS = ['', 'topic.', 'topic.area.', 'hidden.', 'hidden.area.'] as const;

const members: readonly FieldDescriptor[] = [
  text('name'),
  { ...text('size'), type: 'integer', accepts: ['int'] },
  { ...text('price'), type: 'decimal', precision: 8, scale: 2 },
  { ...text('isOn'), column: 'is_on', type: 'boolean', accepts: ['bool'] },
  { ...text('at'), type: 'datetime' },
  { ...text('day'), type: 'date' },
];

export const PATHS = WAYS.flatMap((way) => Object.keys(MEMBERS).map((name) => `${way}${name}`));

export const FILTERS: readonly FilterDescriptor[] = WAYS.flatMap((way) =>
  Object.entries(MEMBERS).flatMap(([name, strategies]) =>
    strategies.flatMap((strategy) => {
      const field = `${way}${name}`;
      const parameter = `${strategy}_${field.replaceAll('.', '_')}`;
      const filter = { parameter, field, strategy, caseSensitive: true };
      return strategy === 'exact' && name === 'name'
        ? [filter, { ...filter, parameter: `folded_${parameter}`, caseSensitive: false }]
        : [filter];
    }),
  ),
);

const plain = withoutAttributes(guardedDescriptor);

function aType(name: string, path: string, rest: Partial<ResourceDescriptor>): ResourceDescriptor {
  const names = { name, classIdentifier: name, path: `/component/${path}`, table: path };
  return { ...plain, ...names, security: {}, validate() {}, ...rest };
}

const area = aType('Area', 'areas', {
  fields: members,
  publishable: {
    field: 'publishedAt',
    publishedAssociation: 'publishedResource',
    draftAssociation: 'draftResource',
    validationGroups: [],
  },
});
const topic = aType('Topic', 'topics', { fields: [...members, relation('area', 'Area')] });
/** Only records with the flag can be read. */
const hidden = aType('Hidden', 'hiddens', {
  fields: [...members, relation('area', 'Area')],
  security: { read: "object.isOn == true or is_granted('ROLE_ADMIN')" },
});
const entry = aType('Entry', 'entries', {
  fields: [...members, relation('topic', 'Topic'), relation('hidden', 'Hidden')],
  searchFields: ['name', 'topic.name', 'topic.area.name', 'hidden.area.name'],
  orderFields: PATHS,
  filters: [
    ...FILTERS,
    ...['topic', 'hidden'].flatMap((field) => [
      { parameter: `exists_${field}`, field, strategy: 'exists' as const, caseSensitive: true },
    ]),
  ],
});
/** Sorted by a member of another type by default. */
const ranked = aType('Ranked', 'rankeds', {
  fields: [text('name'), relation('topic', 'Topic')],
  order: [{ field: 'topic.area.name', direction: 'asc' }],
});

export const pathTypes: Manifest = {
  ...testTypes,
  resources: [area, topic, hidden, entry, ranked],
};
