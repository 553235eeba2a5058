import type { ApiDocument } from '../../api/client.js';
import type { AdminType } from '../../api/model.js';
import { iriOf } from '../../api/records.js';

export const PATH = 'page-tree';

/** Where the admin shows the page of a record. */
export const addressOf = (record: ApiDocument): string =>
  `/${PATH}/${record['@type']}/${record['@id'].split('/').pop()}`;

/** Where the admin shows the form of a record. */
export const formOf = (record: ApiDocument): string =>
  `/${record['@type']}/${encodeURIComponent(record['@id'].split('/').pop() ?? '')}`;

/** The record that an address of the screen names. */
export const recordAt = (type: AdminType, id: string): string => iriOf(type, id);
