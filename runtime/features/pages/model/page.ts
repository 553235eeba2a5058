import type { ResourceDescriptor } from '../../../kernel/contract/schema/resource.js';
import type { Validate } from '../../../kernel/contract/records/validation.js';
import { notBlank, notNull } from '../../../kernel/validation/constraints/index.js';
import { CORE_DEFAULTS } from '../../../model/defaults.js';
import {
  scalarField,
  textField,
  timestampFields,
  toManyField,
  toOneField,
  UI_CLASS_NAMES,
  UI_COMPONENT,
} from '../../../kernel/metadata/field-builders.js';
import { ONE_PARENT_MESSAGE, ROUTABLE_FIELDS, ROUTE_RULE } from '../../../model/routable-fields.js';

/** Core.md section 5.1. */
export const page: ResourceDescriptor = {
  ...CORE_DEFAULTS,
  name: 'Page',
  description: 'A page of the site, or a template for page data.',
  path: '/_/pages',
  table: 'page',
  fields: [
    textField('title', 'title', { default: 'Unnamed Page' }),
    textField('metaDescription', 'meta_description', { type: 'text' }),
    textField('reference', 'reference'),
    UI_COMPONENT,
    UI_CLASS_NAMES,
    scalarField('isTemplate', {
      column: 'is_template',
      type: 'boolean',
      accepts: ['bool'],
      nullable: false,
      index: true,
    }),
    toOneField('layout', { target: 'Layout', column: 'layout_id', nullable: true, onDelete: 'restrict' }),
    ...ROUTABLE_FIELDS,
    toManyField('componentGroups', {
      target: 'ComponentGroup',
      through: {
        kind: 'link',
        table: 'page_component_group',
        ownColumn: 'page_id',
        targetColumn: 'component_group_id',
        owner: true,
      },
      writable: false,
    }),
    ...timestampFields(),
  ],
  orderFields: ['createdAt', 'reference'],
  searchFields: ['title', 'reference', 'uiComponent'],
  filters: [{ parameter: 'isTemplate', field: 'isTemplate', strategy: 'boolean', caseSensitive: true }],
  unique: [{ fields: ['reference'], message: 'There is already a Page with that reference.' }, ROUTE_RULE],
  validate: validatePage,
};

/** Validates rules that need no other record. */
export function validatePage(value: Parameters<Validate>[0], { violations }: Parameters<Validate>[1]): void {
  notBlank(
    { violations, path: 'reference', value: value.reference },
    { message: 'Please enter a reference.' },
  );
  notBlank(
    { violations, path: 'uiComponent', value: value.uiComponent },
    { message: 'Please specify a UI component.' },
  );
  notNull(
    { violations, path: 'isTemplate', value: value.isTemplate },
    {
      message: 'Please specify if this page is a template or not.',
    },
  );
  notNull({ violations, path: 'layout', value: value.layout }, { message: 'Please specify a layout.' });
  if (value.parentPage != null && value.parentPageData != null) {
    violations.add({ propertyPath: '', message: ONE_PARENT_MESSAGE, code: null });
  }
}
