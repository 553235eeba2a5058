import type { FieldDescriptor, ResourceDescriptor } from '../kernel/contract/schema/resource.js';
import {
  publicationFields,
  textField,
  timestampFields,
  toManyField,
  toOneField,
  UI_CLASS_NAMES,
  UI_COMPONENT,
} from '../kernel/metadata/field-builders.js';
import { ROUTABLE_FIELDS } from './routable-fields.js';

/** Fields in `abstract_component`, which has one row for every component of any type (core.md section 9). */
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

/** Fields in `abstract_page_data`, which has one row for every page data record of any type (core.md section 5.2). */
export const PAGE_DATA_BASE_FIELDS: readonly FieldDescriptor[] = [
  textField('title', 'title', { nullable: false, default: 'Unnamed Page' }),
  textField('metaDescription', 'meta_description', { type: 'text' }),
  toOneField('page', { target: 'Page', column: 'page_id', nullable: false, onDelete: 'restrict' }),
  ...ROUTABLE_FIELDS,
];

const BASE_FIELDS: Readonly<Record<ResourceDescriptor['kind'], readonly FieldDescriptor[]>> = {
  component: COMPONENT_BASE_FIELDS,
  page_data: PAGE_DATA_BASE_FIELDS,
  record: [],
  core: [],
};

/**
 * Returns the fields that a type has besides its id and its own fields: those of its kind, its versions and its time
 * stamps.
 */
export function platformFields({
  kind,
  name,
  publishable,
  timestamped,
}: Pick<ResourceDescriptor, 'kind' | 'name' | 'publishable' | 'timestamped'>): readonly FieldDescriptor[] {
  return [
    ...BASE_FIELDS[kind],
    ...(publishable === undefined ? [] : publicationFields(publishable, name)),
    ...(timestamped === undefined
      ? []
      : timestampFields(timestamped.createdAtField, timestamped.modifiedAtField)),
  ];
}
