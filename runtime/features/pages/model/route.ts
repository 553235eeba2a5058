import { ABSTRACT_PAGE_DATA, type ResourceDescriptor } from '../../../kernel/contract/schema/resource.js';
import type { Validate } from '../../../kernel/contract/records/validation.js';
import { notBlank, notNull } from '../../../kernel/validation/constraints/index.js';
import { CORE_DEFAULTS } from '../../../model/defaults.js';
import {
  expiryField,
  inverseOneField,
  scalarField,
  textField,
  timestampFields,
  toManyField,
  toOneField,
} from '../../../kernel/metadata/field-builders.js';

const ADMIN = "is_granted('ROLE_ADMIN')";

/** Core.md section 6. `redirectPath` and `associatedResources` belong to the route operations. */
export const route: ResourceDescriptor = {
  ...CORE_DEFAULTS,
  name: 'Route',
  description: 'A path of the site that leads to a page, to page data, or to another route.',
  path: '/_/routes',
  table: 'route',
  identifier: 'path',
  fields: [
    textField('path', 'route', { nullable: false, default: '' }),
    textField('name', 'name', { nullable: false }),
    toOneField('redirect', { target: 'Route', column: 'redirect_id', nullable: true, onDelete: 'cascade' }),
    toManyField('redirectedFrom', {
      target: 'Route',
      through: { kind: 'inverse', column: 'redirect_id', order: 'created_at' },
      writable: false,
    }),
    inverseOneField('page', { target: 'Page', column: 'route_id' }),
    inverseOneField('pageData', { target: ABSTRACT_PAGE_DATA, column: 'route_id' }),
    scalarField('liveAt', {
      column: 'live_at',
      keptByPut: true,
      type: 'datetime',
      accepts: ['string'],
      nullable: true,
      index: true,
      readIf: ADMIN,
      writeIf: ADMIN,
    }),
    expiryField('expiresAt', { readIf: ADMIN, writeIf: ADMIN }),
    ...timestampFields(),
  ],
  expiry: { startField: 'liveAt', endField: 'expiresAt' },
  pagination: { clientEnabled: true },
  orderFields: ['createdAt', 'path'],
  searchFields: ['path'],
  writeOptions: ['cascadeChildPaths', 'oldPath'],
  unique: [
    { fields: ['path'], message: 'This path is already in use.' },
    { fields: ['name'], message: 'This route name is already in use.' },
  ],
  validate(value, context) {
    validateRoute(value, context);
    // A missing name is derived from the path on the server, which schemas in front ends cannot know.
    notNull({ violations: context.violations, path: 'name', value: value.name });
  },
};

/** Validates rules that need no other record. */
export function validateRoute(value: Parameters<Validate>[0], { violations }: Parameters<Validate>[1]): void {
  notBlank({ violations, path: 'path', value: value.path });
  if (value.page == null && value.pageData == null && value.redirect == null) {
    violations.add({
      propertyPath: '',
      message: 'Please specify either page, pageData or redirect.',
      code: null,
    });
  }
  if (value.page != null && value.pageData != null) {
    violations.add({
      propertyPath: '',
      message: 'Please specify either page or pageData, not both.',
      code: null,
    });
  }
}
