import type { ResourceDescriptor, ToManyField } from '../../../kernel/contract/schema/resource.js';
import type { Validate } from '../../../kernel/contract/records/validation.js';
import { ABSTRACT_COMPONENT } from '../../../kernel/contract/schema/resource.js';
import { notBlank } from '../../../kernel/validation/constraints/index.js';
import { CORE_DEFAULTS } from '../../../model/defaults.js';
import {
  scalarField,
  textField,
  timestampFields,
  toManyField,
} from '../../../kernel/metadata/field-builders.js';

/** Returns the inverse of a `componentGroups` field. Writing it updates the owners' links. */
function owners(name: string, target: string, owner: 'layout' | 'page' | 'component'): ToManyField {
  return toManyField(name, {
    target,
    through: {
      kind: 'link',
      table: `${owner}_component_group`,
      ownColumn: 'component_group_id',
      targetColumn: `${owner}_id`,
      owner: false,
    },
  });
}

/** Core.md section 7. */
export const componentGroup: ResourceDescriptor = {
  ...CORE_DEFAULTS,
  name: 'ComponentGroup',
  description: 'An ordered list of component positions in a layout, a page or a component.',
  path: '/_/component_groups',
  table: 'component_group',
  lookup: 'reference',
  fields: [
    textField('reference', 'reference', { nullable: false }),
    textField('location', 'location', { nullable: false }),
    owners('layouts', 'Layout', 'layout'),
    owners('pages', 'Page', 'page'),
    owners('components', ABSTRACT_COMPONENT, 'component'),
    toManyField('componentPositions', {
      target: 'ComponentPosition',
      through: { kind: 'inverse', column: 'component_group_id', order: 'sort_value' },
    }),
    scalarField('allowedComponents', {
      column: 'allowed_components',
      type: 'json',
      accepts: ['array'],
      items: 'string',
      nullable: true,
    }),
    ...timestampFields(),
  ],
  unique: [
    { fields: ['reference'], message: 'There is already a ComponentGroup resource with that reference.' },
  ],
  validate: validateComponentGroup,
};

/** Validates rules that need no other record. */
export function validateComponentGroup(
  value: Parameters<Validate>[0],
  { violations }: Parameters<Validate>[1],
): void {
  notBlank(
    { violations, path: 'reference', value: value.reference },
    { message: 'The reference cannot be blank.' },
  );
  notBlank(
    { violations, path: 'location', value: value.location },
    { message: 'The location cannot be blank.' },
  );
}
