import type { ApiDocument } from '../../api/client.js';
import type { AdminType } from '../../api/model.js';
import { iriOf } from '../../api/records.js';

export const PATH = 'page-tree';

/** Returns the path of the page editor for a record. */
export const addressOf = (record: ApiDocument): string =>
  `/${PATH}/${record['@type']}/${record['@id'].split('/').pop()}`;

/** Returns the path of the form for a record. */
export const formOf = (record: ApiDocument): string =>
  `/${record['@type']}/${encodeURIComponent(record['@id'].split('/').pop() ?? '')}`;

/** Returns the IRI of the record that the path of a screen names. */
export const recordAt = (type: AdminType, id: string): string => iriOf(type, id);
