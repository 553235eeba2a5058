import type { Feature } from '../../kernel/feature.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { Cascade } from '../placement/feature.js';
import { type AlertDeps, createOrphanAlert } from './alert/orphan-alert.js';
import { createOrphanCommands } from './commands.js';
import { createReportStore } from './report-store.js';
import { createOrphanEndpoints, SCAN } from './endpoints/orphaned-resources.js';
import { createOrphans } from './orphans.js';
import { createSchedule, type Schedule } from './schedule.js';
import { ORPHAN_SCHEMAS } from './schemas.js';

/** What the command does, as a job for the schedule. */
const SCAN_AND_TELL = 'scan-orphaned';

export interface OrphansUses extends Pick<AlertDeps, 'mailer' | 'templates'> {
  readonly cascade: Cascade;
}

/** What of a site leads nowhere: reports of it, and its deletion (core.md section 14.1). */
export function createOrphansFeature(kernel: Kernel, uses: OrphansUses): Feature {
  const orphans = createOrphans({ kernel, cascade: uses.cascade });
  const store = createReportStore(kernel.database);
  const alert = createOrphanAlert({ ...kernel, ...uses, store });
  const times = kernel.config.schedule.scanOrphaned;
  const schedules: Schedule[] = [];
  return {
    name: 'orphans',
    jobs({ jobs }) {
      if (times !== false)
        schedules.push(createSchedule({ ...kernel, times, store, run: () => jobs.request(SCAN_AND_TELL) }));
      return [
        { name: SCAN, run: async () => void (await orphans.scan()) },
        { name: SCAN_AND_TELL, run: async () => void (await alert(await orphans.scan())) },
      ];
    },
    start() {
      for (const schedule of schedules) schedule.start();
    },
    close() {
      for (const schedule of schedules) schedule.close();
      return Promise.resolve();
    },
    endpoints: (service) => createOrphanEndpoints(orphans, service),
    schemas: () => ORPHAN_SCHEMAS,
    commands: createOrphanCommands(orphans, alert),
  };
}

export type { OrphanLists } from './resources/scan.js';
export type { OrphanReport, Orphans } from './orphans.js';
