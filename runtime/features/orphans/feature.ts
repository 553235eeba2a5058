import type { Feature } from '../../kernel/feature.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { Cascade } from '../placement/feature.js';
import type { Uploads } from '../uploads/feature.js';
import { type AlertDeps, createOrphanAlert } from './alert/orphan-alert.js';
import { createFilePlaces } from './files/file-places.js';
import { createFilesCommand } from './files/command.js';
import { createOrphanedFiles } from './files/orphaned-files.js';
import { createReportStore } from './report-store.js';
import { createFilesEndpoints, SCAN_FILES } from './endpoints/orphaned-files.js';
import { createResourcesEndpoints, SCAN } from './endpoints/orphaned-resources.js';
import { createResourcesCommand } from './resources/command.js';
import { createOrphanedResources } from './resources/orphaned-resources.js';
import { createSchedule, type Schedule } from './schedule.js';
import { ORPHAN_CONTEXTS } from './contexts.js';
import { ORPHAN_SCHEMAS } from './schemas.js';

/** What the command does, as a job for the schedule. */
const SCAN_AND_TELL = 'scan-orphaned';

export interface OrphansUses extends Pick<AlertDeps, 'mailer' | 'templates'> {
  readonly cascade: Cascade;
  readonly uploads: Uploads;
  /** Names of the types that submissions of forms are stored as. */
  readonly submitted: ReadonlySet<string>;
}

/** What of a site leads nowhere, records and files: reports of it, and its deletion (core.md sections 14.1 and 14.2). */
export function createOrphansFeature(kernel: Kernel, uses: OrphansUses): Feature {
  const store = createReportStore(kernel.database);
  const resources = createOrphanedResources({ ...uses, kernel, store });
  const places = createFilePlaces(uses.uploads.columns, kernel.config);
  const files = createOrphanedFiles({ ...kernel, uploads: uses.uploads, places, store });
  const alert = createOrphanAlert({ ...kernel, ...uses, store });
  const times = kernel.config.schedule.scanOrphaned;
  const schedules: Schedule[] = [];
  return {
    name: 'orphans',
    jobs({ jobs }) {
      if (times !== false)
        schedules.push(
          createSchedule({ ...kernel, times, store, run: (session) => jobs.request(SCAN_AND_TELL, session) }),
        );
      return [
        { name: SCAN, run: async (signal) => void (await resources.scan(signal)) },
        {
          name: SCAN_AND_TELL,
          // One scan at a time, whoever asks for it.
          concurrencyKey: SCAN,
          run: async (signal) => void (await alert(await resources.scan(signal))),
        },
        { name: SCAN_FILES, run: async (signal) => void (await files.scan({ signal })) },
      ];
    },
    start() {
      for (const schedule of schedules) schedule.start();
    },
    close() {
      for (const schedule of schedules) schedule.close();
      return Promise.resolve();
    },
    endpoints: (service) => [
      ...createResourcesEndpoints(resources, service),
      ...createFilesEndpoints(files, service),
    ],
    schemas: () => ORPHAN_SCHEMAS,
    contexts: () => ORPHAN_CONTEXTS,
    commands: [createResourcesCommand(resources, alert), createFilesCommand(files)],
  };
}

export type { OrphanLists } from './resources/scan.js';
export type { OrphanReport, OrphanedResources } from './resources/orphaned-resources.js';
