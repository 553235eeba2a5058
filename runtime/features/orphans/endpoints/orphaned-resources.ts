import type { Endpoint } from '../../../kernel/contract/http.js';
import type { Service } from '../../../kernel/feature.js';
import type { OrphanReport, OrphanedResources } from '../resources/orphaned-resources.js';
import {
  assertAdministrator,
  documented,
  documentedBody,
  problem,
  REFUSALS,
  TAGS,
  WRONG_BODIES,
} from './administrators.js';
import { createReportEndpoints } from './report.js';
import { readWanted } from './wanted.js';

const PATH = '/_/orphaned_resources';

/** Name of the job behind the scan. */
export const SCAN = 'scan-orphaned-resources';

/** `/_/orphaned_resources`: the report of what leads nowhere, its scan and its deletion; for administrators. */
export function createResourcesEndpoints(
  resources: OrphanedResources,
  service: Pick<Service, 'operations' | 'jobs' | 'iris'>,
): readonly Endpoint[] {
  return [
    ...createReportEndpoints(
      {
        ...{ path: PATH, type: 'OrphanedResources', job: SCAN },
        subject: 'components, groups and positions that lead nowhere',
        read: async () => split(await resources.report()),
      },
      service,
    ),
    {
      method: 'POST',
      pattern: `${PATH}/delete`,
      accepts: ['application/json', 'application/ld+json'],
      documentation: {
        ...TAGS,
        summary: 'Delete what a fresh scan finds orphaned: all of it, or what is named.',
        requestBody: documentedBody('OrphansToDelete', {
          iris: [`${service.iris.prefix}/_/component_groups/0a1b2c3d-4e5f-4a6b-8c7d-0123456789ab`],
        }),
        responses: {
          '200': { description: 'What was deleted, and what was not.', ...documented('DeletedOrphans') },
          ...REFUSALS,
          ...WRONG_BODIES,
          '422': problem(
            'No body, or neither or both of `iris` and `all: true` were sent; nothing is deleted.',
          ),
        },
      },
      async handle(request) {
        const { context } = request;
        assertAdministrator(context);
        const wanted = readWanted(await request.jsonValue(), 'iris');
        const { deleted, rejected } = await resources.remove(wanted, service.operations.run, context);
        return {
          status: 200,
          body: { deleted: { ...deleted }, rejected: rejected.map((each) => ({ ...each })) },
          cache: 'private',
        };
      },
    },
  ];
}

function split(report: OrphanReport | undefined) {
  if (report === undefined) return undefined;
  const { generatedAt, componentGroups, componentPositions, components } = report;
  return { generatedAt, lists: { componentGroups, componentPositions, components } };
}
