import { ABSTRACT_COMPONENT, type ResourceDescriptor } from '../../../kernel/contract/schema/resource.js';
import type { Validate } from '../../../kernel/contract/records/validation.js';
import { notNull } from '../../../kernel/validation/constraints/index.js';
import { CORE_DEFAULTS } from '../../../model/defaults.js';
import {
  scalarField,
  textField,
  timestampFields,
  toOneField,
} from '../../../kernel/metadata/field-builders.js';

const ADMIN = "is_granted('ROLE_ADMIN')";

/** Core.md section 8. Rules that need the database or the registry are in `position-rules.ts`. */
export const componentPosition: ResourceDescriptor = {
  ...CORE_DEFAULTS,
  name: 'ComponentPosition',
  description: 'The assignment of a component, or of a slot of page data, to a component group.',
  path: '/_/component_positions',
  table: 'component_position',
  fields: [
    toOneField('componentGroup', {
      target: 'ComponentGroup',
      column: 'component_group_id',
      nullable: false,
      onDelete: 'cascade',
    }),
    toOneField('component', {
      target: ABSTRACT_COMPONENT,
      column: 'component_id',
      nullable: true,
      onDelete: 'set-null',
    }),
    textField('pageDataProperty', 'page_data_property', { readIf: ADMIN, index: true }),
    textField('pageDataClass', 'page_data_class', { readIf: ADMIN }),
    scalarField('sortValue', {
      column: 'sort_value',
      keptByPut: true,
      type: 'integer',
      accepts: ['int'],
      nullable: false,
      index: true,
    }),
    ...timestampFields(),
  ],
  order: [{ field: 'sortValue', direction: 'asc' }],
  validate: validateComponentPosition,
};

/** Validates rules that need no other record. */
export function validateComponentPosition(
  value: Parameters<Validate>[0],
  { violations }: Parameters<Validate>[1],
): void {
  notNull({ violations, path: 'componentGroup', value: value.componentGroup });
}
