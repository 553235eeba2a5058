import type { FieldDescriptor, UniqueDescriptor } from '../kernel/contract/schema/resource.js';
import { ABSTRACT_PAGE_DATA } from '../kernel/contract/schema/resource.js';
import { scalarField, toOneField } from '../kernel/metadata/field-builders.js';

const ADMIN = "is_granted('ROLE_ADMIN')";

/** Column of `isReachableWithoutRoute`. A PUT keeps its value, like the route and its date. */
export const REACHABLE_COLUMN = 'is_reachable_without_route';

/** Note about the field in the documentation of every such type. */
export const REACHABLE_NOTE =
  'Whether a record without a route can be read by its IRI, as if it had a live route. Only administrators can set it.';

/** Fields that Page and PageData share: the route or its replacement, and one parent (core.md section 5). */
export const ROUTABLE_FIELDS: readonly FieldDescriptor[] = [
  toOneField('route', {
    target: 'Route',
    column: 'route_id',
    nullable: true,
    unique: true,
    onDelete: 'set-null',
  }),
  scalarField('isReachableWithoutRoute', {
    column: REACHABLE_COLUMN,
    keptByPut: true,
    type: 'boolean',
    accepts: ['bool'],
    nullable: false,
    default: false,
    index: true,
    readIf: ADMIN,
    writeIf: ADMIN,
    description: REACHABLE_NOTE,
  }),
  toOneField('parentPage', {
    target: 'Page',
    column: 'parent_page_id',
    nullable: true,
    onDelete: 'set-null',
  }),
  toOneField('parentPageData', {
    target: ABSTRACT_PAGE_DATA,
    column: 'parent_page_data_id',
    nullable: true,
    onDelete: 'set-null',
  }),
];

/** Ensures that a route leads to one page at most. */
export const ROUTE_RULE: UniqueDescriptor = { fields: ['route'], message: 'The route must be unique.' };

/** Class-level rule of both: a page has one parent at most. */
export const ONE_PARENT_MESSAGE = 'A page can only have one parent: either a Page or a PageData, not both.';
