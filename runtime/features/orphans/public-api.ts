export type { OrphanLists } from './resources/scan.js';
export type { OrphanReport, OrphanedResources } from './resources/orphaned-resources.js';
