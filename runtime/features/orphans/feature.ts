import type { Feature } from '../../kernel/feature.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { Cascade } from '../placement/feature.js';
import { createOrphanEndpoints, SCAN } from './endpoints/orphaned-resources.js';
import { createOrphans } from './orphans.js';
import { ORPHAN_SCHEMAS } from './schemas.js';

/** What of a site leads nowhere: reports of it, and its deletion (specification, "Orphan maintenance"). */
export function createOrphansFeature(kernel: Kernel, cascade: Cascade): Feature {
  const orphans = createOrphans({ kernel, cascade });
  return {
    name: 'orphans',
    jobs: () => [{ name: SCAN, run: async () => void (await orphans.scan()) }],
    endpoints: (service) => createOrphanEndpoints(orphans, service),
    schemas: () => ORPHAN_SCHEMAS,
  };
}

export type { OrphanLists } from './resources/scan.js';
export type { OrphanReport, Orphans } from './orphans.js';
