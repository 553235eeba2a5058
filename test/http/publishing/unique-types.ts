import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import type { ResourceDescriptor } from '../../../runtime/kernel/contract/schema/resource.js';
import { publishingManifest, relation, text, withoutDrafts } from './types.js';

const find = (name: string): ResourceDescriptor =>
  publishingManifest.resources.find((resource) => resource.name === name)!;

/** A publishable type with a unique member of every kind. */
const ticket: ResourceDescriptor = {
  ...find('Article'),
  name: 'Ticket',
  classIdentifier: 'Ticket',
  path: '/component/tickets',
  table: 'tickets',
  fields: [
    text('label'),
    text('code', { unique: true }),
    text('motto', { type: 'text', unique: true }),
    text('number', { type: 'integer', accepts: ['int'], unique: true }),
    text('price', { type: 'decimal', precision: 8, scale: 2, unique: true }),
    text('row'),
    text('seat', { type: 'integer', accepts: ['int'] }),
    { ...relation('box', 'Box'), unique: true },
    relation('other', 'Ticket'),
  ],
  unique: [
    { fields: ['code'], message: 'That code is taken.' },
    { fields: ['row', 'seat'], message: 'Somebody sits there.' },
  ],
  searchFields: [],
  orderFields: [],
  validate() {},
};

/** References one ticket, which no other seal can reference. */
const seal: ResourceDescriptor = {
  ...ticket,
  name: 'Seal',
  classIdentifier: 'Seal',
  path: '/component/seals',
  table: 'seals',
  fields: [text('label'), { ...relation('ticket', 'Ticket'), unique: true }],
  unique: [],
};

/** References a ticket that others can reference too, if their labels differ. */
const voucher: ResourceDescriptor = {
  ...seal,
  name: 'Voucher',
  classIdentifier: 'Voucher',
  path: '/component/vouchers',
  table: 'vouchers',
  fields: [text('label'), relation('ticket', 'Ticket')],
  unique: [{ fields: ['ticket', 'label'], message: 'One voucher is enough.' }],
};

const stub: ResourceDescriptor = {
  ...withoutDrafts(voucher),
  name: 'Stub',
  classIdentifier: 'Stub',
  path: '/component/stubs',
  table: 'stubs',
};

/** Tickets without drafts, with database keys. */
const token: ResourceDescriptor = {
  ...withoutDrafts(ticket),
  name: 'Token',
  classIdentifier: 'Token',
  path: '/component/tokens',
  table: 'tokens',
  fields: ticket.fields.filter(({ name }) => name === 'label' || name === 'code'),
  unique: (ticket.unique ?? []).slice(0, 1),
};

export const uniqueManifest: Manifest = {
  ...publishingManifest,
  resources: [...publishingManifest.resources, ticket, seal, voucher, stub, token],
};
