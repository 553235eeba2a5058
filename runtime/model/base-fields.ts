import type { FieldDescriptor, PublishableDescriptor } from '../kernel/contract/resource.js';
import {
  inverseOneField,
  scalarField,
  textField,
  toManyField,
  toOneField,
  UI_CLASS_NAMES,
  UI_COMPONENT,
} from './field-builders.js';
import { ROUTABLE_FIELDS } from './routable-fields.js';

/** Stored in `abstract_component`, one row for every component of any type (core.md section 9). */
export const COMPONENT_BASE_FIELDS: readonly FieldDescriptor[] = [
  UI_COMPONENT,
  UI_CLASS_NAMES,
  toManyField('componentGroups', {
    target: 'ComponentGroup',
    through: {
      kind: 'link',
      table: 'component_component_group',
      ownColumn: 'component_id',
      targetColumn: 'component_group_id',
      owner: true,
    },
  }),
  toManyField('componentPositions', {
    target: 'ComponentPosition',
    through: { kind: 'inverse', column: 'component_id', order: 'created_at' },
  }),
];

/** Stored in `abstract_page_data`, one row for every page data record of any type (core.md section 5.2). */
export const PAGE_DATA_BASE_FIELDS: readonly FieldDescriptor[] = [
  textField('title', 'title', { nullable: false, default: 'Unnamed Page' }),
  textField('metaDescription', 'meta_description', { type: 'text' }),
  toOneField('page', { target: 'Page', column: 'page_id', nullable: false, onDelete: 'restrict' }),
  ...ROUTABLE_FIELDS,
];

/** Members of every publishable type; their columns are in the base tables, so positions need no type table. */
export function publicationFields(
  publishable: PublishableDescriptor,
  type: string,
): readonly FieldDescriptor[] {
  return [
    scalarField(publishable.field, {
      column: 'published_at',
      type: 'datetime',
      accepts: ['string'],
      nullable: true,
      index: true,
    }),
    toOneField(publishable.publishedAssociation, {
      target: type,
      column: 'published_resource_id',
      nullable: true,
      unique: true,
      onDelete: 'set-null',
      readable: publishable.publishedAssociation === 'publishedResource',
      writable: false,
    }),
    inverseOneField(publishable.draftAssociation, {
      target: type,
      column: 'published_resource_id',
      readable: publishable.draftAssociation === 'draftResource',
      writable: false,
    }),
  ];
}
