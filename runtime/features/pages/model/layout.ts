import type { ResourceDescriptor } from '../../../kernel/contract/schema/resource.js';
import type { Validate } from '../../../kernel/contract/records/validation.js';
import { notBlank } from '../../../kernel/validation/constraints/index.js';
import { CORE_DEFAULTS } from '../../../model/defaults.js';
import {
  textField,
  timestampFields,
  toManyField,
  UI_CLASS_NAMES,
  UI_COMPONENT,
} from '../../../kernel/metadata/field-builders.js';

/** Core.md section 4. */
export const layout: ResourceDescriptor = {
  ...CORE_DEFAULTS,
  name: 'Layout',
  description: 'The frame that pages share. Its component groups contain shared content, such as a menu.',
  path: '/_/layouts',
  table: 'layout',
  fields: [
    textField('reference', 'reference', { nullable: false }),
    UI_COMPONENT,
    UI_CLASS_NAMES,
    toManyField('pages', {
      target: 'Page',
      through: { kind: 'inverse', column: 'layout_id', order: 'created_at' },
      writable: false,
      readIf: "is_granted('ROLE_ADMIN')",
      isReadOnDemand: true,
      description: 'Pages that use the layout. Only administrators can read it.',
    }),
    toManyField('componentGroups', {
      target: 'ComponentGroup',
      through: {
        kind: 'link',
        table: 'layout_component_group',
        ownColumn: 'layout_id',
        targetColumn: 'component_group_id',
        owner: true,
      },
    }),
    ...timestampFields(),
  ],
  orderFields: ['createdAt', 'reference'],
  searchFields: ['reference', 'uiComponent'],
  unique: [{ fields: ['reference'], message: 'There is already a Layout with that reference.' }],
  validate: validateLayout,
};

/** Validates rules that need no other record. */
export function validateLayout(
  value: Parameters<Validate>[0],
  { violations }: Parameters<Validate>[1],
): void {
  notBlank(
    { violations, path: 'reference', value: value.reference },
    { message: 'Please enter a reference.' },
  );
  notBlank(
    { violations, path: 'uiComponent', value: value.uiComponent },
    {
      message: 'You must define the uiComponent for this resource.',
    },
  );
}
