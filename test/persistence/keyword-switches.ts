import type { JsonObject } from '../../runtime/kernel/contract/json.js';

const text = { type: ['string', 'null'] };
const moment = { ...text, format: 'date-time' };
const count = { type: ['integer', 'null'] };
const list = { type: ['array', 'null'], items: { type: 'string' } };
const one = { ...text, format: 'iri-reference' };
const many = { type: 'array', items: { type: 'string', format: 'iri-reference' } };

/** A component with additional keywords and members. */
export const typeWith = (
  title: string,
  more: JsonObject,
  members: JsonObject = { value: text },
): JsonObject => ({
  title,
  type: 'object',
  'x-resource': 'component',
  ...more,
  properties: { ...members, count, moment, other: text },
});

export const memberType = (title: string, member: JsonObject): JsonObject =>
  member['x-component'] === undefined && member.isSlot === undefined
    ? typeWith(title, {}, { value: member })
    : typeWith(title, { 'x-resource': 'page_data' }, { value: withoutMark(member) });

/** A slot is a member of page data, with or without the keyword. */
const withoutMark = (member: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(member).filter(([name]) => name !== 'isSlot'));

/** Types that relations, slots and parents refer to. */
export const targetTypes: readonly JsonObject[] = [typeWith('Target', {})];

/** Parts of a type that enable a keyword. */
export const TYPE_SWITCHES: Readonly<Record<string, JsonObject>> = {
  $schema: { $schema: 'https://json-schema.org/draft/2020-12/schema' },
  $id: { $id: 'https://example.com/schemas/Case.json' },
  $comment: { $comment: 'A note.' },
  description: { description: 'A text.' },
  required: { required: ['value'] },
  examples: { examples: [{ count: 1 }] },
  $defs: { $defs: { Link: { type: 'object', properties: { href: { type: 'string' } } } } },
  deprecated: { deprecated: true },
  'x-constraints': { 'x-constraints': [{ Expression: { expression: 'this.count != 5' } }] },
  'x-unique': { 'x-unique': [['count', 'other']] },
  'x-indexes': { 'x-indexes': [['count', 'moment']] },
  'x-class': { 'x-class': 'App\\Case' },
  'x-plural': { 'x-plural': 'plural_cases' },
  'x-table': { 'x-table': 'own_table' },
  'x-operations': { 'x-operations': ['collection', 'read'] },
  'x-publishable': { 'x-publishable': true },
  'x-timestamped': { 'x-timestamped': true },
  'x-editing-permission': { 'x-editing-permission': false },
  'x-mercure': { 'x-mercure': true },
  'x-history': { 'x-history': true },
  'x-position-restricted': { 'x-position-restricted': true },
  'x-security': { 'x-security': { read: "is_granted('ROLE_ADMIN')" } },
  'x-pagination': { 'x-pagination': { itemsPerPage: 5 } },
  'x-order': { 'x-order': { count: 'asc' } },
  'x-order-fields': { 'x-order-fields': ['count', 'other'] },
  'x-search': { 'x-search': ['other'] },
  'x-filters': { 'x-filters': { other: {}, from: { field: 'moment', strategy: 'date' } } },
  'x-validation-groups': { 'x-validation-groups': { create: ['Case:new'] } },
  'x-read-groups': { 'x-read-groups': ['case:details'] },
  'x-write-groups': { 'x-write-groups': ['case:details'] },
  'x-ui': { 'x-ui': { defaultComponent: 'Card' } },
  'x-renamed-from': { 'x-renamed-from': ['FormerCase'] },
};

/** A keyword of a member, the member without it and with it, and the direction in which it loses values. */
export interface MemberSwitch {
  readonly keyword: string;
  readonly off: JsonObject;
  readonly on: JsonObject;
  readonly loses?: 'on' | 'off' | 'both';
}

const plain = (keyword: string, value: JsonObject[string], off: JsonObject = text): MemberSwitch => ({
  keyword,
  off,
  on: { ...off, [keyword]: value },
});

const relation = (more: JsonObject, off: JsonObject = {}, member: JsonObject = one): MemberSwitch => ({
  keyword: `x-relation.${Object.keys(more).join()}`,
  off: { ...member, 'x-relation': { target: 'Target', ...off } },
  on: { ...member, 'x-relation': { target: 'Target', ...off, ...more } },
});

const column = (more: JsonObject, off: JsonObject = text): MemberSwitch => ({
  keyword: `x-column.${Object.keys(more).join()}`,
  off,
  on: { ...off, 'x-column': more },
});

export const MEMBER_SWITCHES: readonly MemberSwitch[] = [
  plain('title', 'Value'),
  plain('description', 'A value.'),
  plain('$comment', 'A note.'),
  plain('default', 'none'),
  plain('examples', ['a']),
  plain('deprecated', true),
  plain('readOnly', true),
  plain('writeOnly', true),
  plain('minLength', 1),
  plain('maxLength', 300),
  plain('pattern', '^.*$'),
  plain('x-html', true),
  plain('minimum', 1, count),
  plain('maximum', 5_000_000, count),
  plain('exclusiveMinimum', 1, count),
  plain('exclusiveMaximum', 5_000_000, count),
  plain('multipleOf', 1, count),
  plain('minItems', 0, list),
  plain('maxItems', 5, list),
  plain('uniqueItems', true, list),
  plain('items', { type: 'string', minLength: 1 }, list),
  plain('properties', { a: text }, { type: ['object', 'null'] }),
  plain('required', ['a'], { type: ['object', 'null'], properties: { a: text } }),
  plain('additionalProperties', false, { type: ['object', 'null'], properties: { a: text } }),
  plain('allOf', [{ minLength: 1 }], { type: ['object', 'null'] }),
  {
    keyword: 'anyOf',
    off: { type: ['object', 'null'] },
    on: { anyOf: [{ type: 'object' }, { type: 'null' }] },
  },
  {
    keyword: 'oneOf',
    off: { type: ['object', 'null'] },
    on: { oneOf: [{ type: 'object' }, { type: 'null' }] },
  },
  plain('tsType', "'a' | 'b' | null"),
  plain('format', 'email'),
  plain('x-constraints', [{ NotBlank: {} }]),
  plain('x-groups', { read: ['case:details'] }),
  plain('x-read-if', "is_granted('ROLE_ADMIN')"),
  plain('x-write-if', "is_granted('ROLE_ADMIN')"),
  plain('x-searchable', true),
  plain('x-sortable', true),
  plain('x-renamed-from', ['former']),
  column({ name: 'value' }),
  column({ type: 'text' }),
  column({ length: 400 }),
  column({ unique: true }),
  column({ index: true }),
  column({ type: 'float' }, count),
  relation({ kind: 'manyToMany' }, {}, many),
  relation({ kind: 'oneToOne' }),
  relation({ onDelete: 'CASCADE' }),
  relation({ onDelete: 'RESTRICT' }),
  relation({ joinColumn: 'value_id' }),
  relation({ embed: true }),
  {
    keyword: 'x-component',
    off: { ...one, isSlot: true, 'x-relation': { target: 'Target' } },
    on: { ...one, 'x-component': 'Target' },
  },
  {
    keyword: 'x-upload.prefix',
    off: { ...text, 'x-upload': { adapter: 'public' } },
    on: { ...text, 'x-upload': { adapter: 'public', prefix: 'pictures' } },
  },
  { keyword: 'x-upload', off: text, on: { ...text, 'x-upload': { adapter: 'public' } }, loses: 'both' },
  {
    keyword: 'x-computed',
    off: text,
    on: { ...text, readOnly: true, 'x-computed': { coalesce: ['other'] } },
    loses: 'on',
  },
  { keyword: 'type', off: text, on: { type: ['integer', 'null'] }, loses: 'on' },
  { keyword: 'x-relation', off: text, on: { ...one, 'x-relation': { target: 'Target' } }, loses: 'on' },
];

/** Keywords that other tests switch, or that files must contain. */
export const SPECIAL: { readonly types: readonly string[]; readonly members: readonly string[] } = {
  types: ['title', 'type', 'properties', 'x-resource', 'additionalProperties', 'x-extends', 'x-virtual'],
  members: ['$ref', 'enum', 'const'],
};
