import type { BaseTypes } from '../kernel/metadata/resource-registry.js';
import { COMPONENT_BASE_FIELDS, PAGE_DATA_BASE_FIELDS } from './base-fields.js';
import { abstractComponentTable, abstractPageDataTable } from './base-tables.js';
import { ROUTE_RULE } from './routable-fields.js';

/** The members of every component and every page data record, whatever its type (core.md section 17). */
export const BASE_TYPES: BaseTypes = {
  component: { table: abstractComponentTable, fields: COMPONENT_BASE_FIELDS, unique: [] },
  page_data: { table: abstractPageDataTable, fields: PAGE_DATA_BASE_FIELDS, unique: [ROUTE_RULE] },
};
