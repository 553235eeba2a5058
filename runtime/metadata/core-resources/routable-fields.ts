import type { ToOneField, UniqueDescriptor } from '../../contract/resource.js';
import { ABSTRACT_PAGE_DATA } from '../../contract/resource.js';
import { toOneField } from './field-builders.js';

/** The relations that Page and PageData share: their route and one parent (core.md section 5). */
export const ROUTABLE_FIELDS: readonly ToOneField[] = [
  toOneField('route', {
    target: 'Route',
    column: 'route_id',
    nullable: true,
    unique: true,
    onDelete: 'set-null',
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

/** A route leads to one page at most. */
export const ROUTE_RULE: UniqueDescriptor = { fields: ['route'], message: 'The route must be unique.' };

/** Class-level rule of both: a page has one parent at most. */
export const ONE_PARENT_MESSAGE = 'A page can only have one parent: either a Page or a PageData, not both.';
