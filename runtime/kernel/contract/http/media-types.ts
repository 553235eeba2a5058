export const JSON_LD = 'application/ld+json';
export const JSON_TYPE = 'application/json';
export const MERGE_PATCH = 'application/merge-patch+json';
export const MULTIPART = 'multipart/form-data';

/** Media types of every resource endpoint; the first is the default (contract decision 3). */
export const RESOURCE_TYPES: readonly string[] = [JSON_LD, JSON_TYPE];
