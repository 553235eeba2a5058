import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import type {
  FieldDescriptor,
  ResourceDescriptor,
} from '../../../runtime/kernel/contract/schema/resource.js';
import { guardedDescriptor } from '../../support/generated/descriptors/guarded.js';
import { testTypes } from '../../support/test-types.js';
import { text, withoutAttributes } from '../publishing/types.js';

const members: readonly FieldDescriptor[] = [
  text('label'),
  text('words', { type: 'text' }),
  text('whole', { type: 'integer', accepts: ['int'] }),
  text('ratio', { type: 'float', accepts: ['float', 'int'] }),
  text('price', { type: 'decimal', accepts: ['string', 'float', 'int'], precision: 20, scale: 4 }),
  text('amount', { type: 'decimal', accepts: ['string', 'float', 'int'], precision: 40, scale: 12 }),
  text('count', { type: 'decimal', accepts: ['string', 'float', 'int'], precision: 20, scale: 0 }),
  text('code', { type: 'decimal', accepts: ['string', 'int'], precision: 20, scale: 4, unique: true }),
  text('open', { type: 'boolean', accepts: ['bool'] }),
  text('moment', { type: 'datetime' }),
  text('day', { type: 'date' }),
  text('clock', { type: 'time' }),
  text('token', { type: 'uuid' }),
  text('data', { type: 'json', accepts: ['object', 'array', 'string', 'int', 'float', 'bool'] }),
];

const RANGED = ['whole', 'ratio', 'price', 'amount', 'count'];

/** A member of every kind of column, sorted and filtered wherever that is supported. */
const measure: ResourceDescriptor = {
  ...withoutAttributes(guardedDescriptor),
  name: 'Measure',
  classIdentifier: 'Measure',
  path: '/component/measures',
  table: 'measures',
  security: {},
  validate() {},
  fields: members,
  orderFields: members.map(({ name }) => name).filter((name) => name !== 'data'),
  filters: RANGED.flatMap((field) => [
    { parameter: field, field, strategy: 'range', caseSensitive: true },
    { parameter: `${field}Is`, field, strategy: 'exact', caseSensitive: true },
  ]),
};

/** Readable if an exact number is above a limit. */
const guarded: ResourceDescriptor = {
  ...measure,
  name: 'Dear',
  classIdentifier: 'Dear',
  path: '/component/dears',
  table: 'dears',
  fields: members.filter(({ name }) => name === 'price'),
  orderFields: [],
  filters: [],
  security: { read: 'object.price > 1000000000000' },
};

export const valueTypes: Manifest = { ...testTypes, resources: [measure, guarded] };
