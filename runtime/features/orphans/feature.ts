import type { CreateFeature } from '../../kernel/feature-module.js';
import { documentTerms } from '../../kernel/serializer/document-terms.js';
import { ACCOUNTS_SETTINGS } from '../accounts/public-api.js';
import { PLACEMENT, SUBMISSION_TYPES } from '../placement/public-api.js';
import { UPLOADS, UPLOADS_SETTINGS } from '../uploads/public-api.js';
import { createOrphanAlert } from './alert/orphan-alert.js';
import { createFilesEndpoints, SCAN_FILES } from './endpoints/orphaned-files.js';
import { createResourcesEndpoints, SCAN } from './endpoints/orphaned-resources.js';
import { createFilesCommand } from './files/command.js';
import { createFilePlaces } from './files/file-places.js';
import { createOrphanedFiles } from './files/orphaned-files.js';
import { createReportStore } from './report-store.js';
import { createResourcesCommand } from './resources/command.js';
import { createOrphanedResources } from './resources/orphaned-resources.js';
import { ORPHAN_SCHEMAS } from './schemas.js';
import { ORPHANS_SETTINGS } from './settings.js';

/** JSON-LD terms of the reports. */
const ORPHAN_CONTEXTS = {
  OrphanedResources: documentTerms('OrphanedResources', {
    iris: ['componentGroups', 'componentPositions', 'components'],
  }),
  OrphanedFiles: documentTerms('OrphanedFiles', { iris: ['resource'] }),
};

/** Job that runs the command on its schedule. */
const SCAN_AND_TELL = 'scan-orphaned';

export const create: CreateFeature = async (kernel, apis) => {
  const { cascade } = await apis.open(PLACEMENT);
  const uploads = await apis.open(UPLOADS);
  const submitted = new Set((await apis.openAll(SUBMISSION_TYPES)).flatMap((types) => [...types]));
  const store = createReportStore(kernel.database);
  const resources = createOrphanedResources({ cascade, submitted, kernel, store });
  const config = kernel.configOf(ORPHANS_SETTINGS, UPLOADS_SETTINGS, ACCOUNTS_SETTINGS);
  const places = createFilePlaces(uploads.columns, config);
  const files = createOrphanedFiles({ ...kernel, config, uploads, places, store });
  const alert = createOrphanAlert({
    ...kernel,
    ...kernel.ports,
    config,
    origin: config.user.emailLinks.defaultOrigin,
    store,
  });
  const times = config.schedule.scanOrphaned;
  return {
    jobs: () => [
      { name: SCAN, run: async (signal) => void (await resources.scan(signal)) },
      {
        name: SCAN_AND_TELL,
        // Only one scan runs at a time.
        concurrencyKey: SCAN,
        ...(times === false ? {} : { schedule: times }),
        run: async (signal) => void (await alert(await resources.scan(signal))),
      },
      { name: SCAN_FILES, run: async (signal) => void (await files.scan({ signal })) },
    ],
    endpoints: (service) => [
      ...createResourcesEndpoints(resources, service),
      ...createFilesEndpoints(files, service),
    ],
    documentation: {
      tag: { name: 'Orphans', description: 'Reports and deletion of orphaned resources and files.' },
      schemas: ORPHAN_SCHEMAS,
      contexts: ORPHAN_CONTEXTS,
    },
    commands: [createResourcesCommand(resources, alert), createFilesCommand(files)],
  };
};
