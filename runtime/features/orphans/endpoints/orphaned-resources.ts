import type { Endpoint } from '../../../kernel/contract/http/http.js';
import type { Service } from '../../../kernel/feature.js';
import type { OrphanReport, OrphanedResources } from '../resources/orphaned-resources.js';
import { createDeletionEndpoint, plain } from './deletion.js';
import { createReportEndpoints } from './report.js';
import { listsOf } from '../resources/scan.js';

const PATH = '/_/orphaned_resources';

/** Name of the scan job. */
export const SCAN = 'scan-orphaned-resources';

/**
 * Creates the endpoints of `/_/orphaned_resources`: the report of orphaned records, its scan and the
 * deletion. For administrators.
 */
export function createResourcesEndpoints(
  resources: OrphanedResources,
  service: Pick<Service, 'operations' | 'jobs' | 'iris'>,
): readonly Endpoint[] {
  return [
    ...createReportEndpoints(
      {
        path: PATH,
        type: 'OrphanedResources',
        job: SCAN,
        subject: 'orphaned components, groups and positions',
        read: async () => split(await resources.report()),
      },
      service,
    ),
    createDeletionEndpoint({
      path: PATH,
      member: 'iris',
      summary: 'Deletes orphaned resources.',
      schemas: { body: 'OrphansToDelete', answer: 'DeletedOrphans' },
      example: {
        iris: [`${service.iris.prefix}/_/component_groups/0a1b2c3d-4e5f-4a6b-8c7d-0123456789ab`],
      },
      async remove(selection, context) {
        const { deleted, rejected } = await resources.remove(selection, service.operations.run, context);
        return { deleted: plain(deleted), rejected };
      },
    }),
  ];
}

function split(report: OrphanReport | undefined) {
  return report && { generatedAt: report.generatedAt, lists: listsOf(report) };
}
