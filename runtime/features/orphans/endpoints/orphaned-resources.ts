import type { Endpoint } from '../../../kernel/contract/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { notFound } from '../../../kernel/errors/catalog.js';
import type { Service } from '../../../kernel/feature.js';
import { formatMoment } from '../format-moment.js';
import type { OrphanReport, Orphans } from '../orphans.js';
import { assertAdministrator, documented, problem, REFUSALS, WRONG_BODIES } from './administrators.js';
import { readWanted } from './wanted.js';

export const PATH = '/_/orphaned_resources';

/** Name of the job behind the scan. */
export const SCAN = 'scan-orphaned-resources';

/** `/_/orphaned_resources`: the report of what leads nowhere, its scan and its deletion; for administrators. */
export function createOrphanEndpoints(
  orphans: Orphans,
  { operations, jobs, iris }: Pick<Service, 'operations' | 'jobs' | 'iris'>,
): readonly Endpoint[] {
  return [
    {
      method: 'GET',
      pattern: PATH,
      documentation: {
        summary: 'The latest report of components, groups and positions that lead nowhere.',
        responses: {
          '200': { description: 'The report.', ...documented('OrphanedResources') },
          ...REFUSALS,
          '404': problem('Nothing was scanned yet.'),
        },
      },
      async handle({ context }) {
        assertAdministrator(context);
        const report = await orphans.report();
        if (report === undefined)
          throw notFound('Nothing was scanned yet; POST to /_/orphaned_resources/scan.');
        return { status: 200, body: printReport(report, iris.prefix), cache: 'private' };
      },
    },
    {
      method: 'POST',
      pattern: `${PATH}/scan`,
      documentation: {
        summary: 'Refresh the report, in the background: its `generatedAt` tells when.',
        responses: { '202': { description: 'The scan will run.' }, ...REFUSALS },
      },
      async handle({ context }) {
        assertAdministrator(context);
        await jobs.request(SCAN);
        return { status: 202, cache: 'private' };
      },
    },
    {
      method: 'POST',
      pattern: `${PATH}/delete`,
      accepts: ['application/json', 'application/ld+json'],
      documentation: {
        summary: 'Delete what a fresh scan finds orphaned: all of it, or what is named.',
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/OrphansToDelete' } } },
        },
        responses: {
          '200': { description: 'What was deleted, and what was not.', ...documented('DeletedOrphans') },
          ...REFUSALS,
          ...WRONG_BODIES,
          '422': problem('Neither or both of `iris` and `all: true` were sent; nothing is deleted.'),
        },
      },
      async handle(request) {
        const { context } = request;
        assertAdministrator(context);
        const wanted = readWanted(await request.json(), 'iris');
        const { deleted, rejected } = await orphans.remove(wanted, operations.run, context);
        return {
          status: 200,
          body: { deleted: { ...deleted }, rejected: rejected.map((each) => ({ ...each })) },
          cache: 'private',
        };
      },
    },
  ];
}

function printReport(report: OrphanReport, prefix: string): JsonObject {
  const { generatedAt, componentGroups, componentPositions, components } = report;
  return {
    '@context': `${prefix}/contexts/OrphanedResources`,
    '@id': prefix + PATH,
    '@type': 'OrphanedResources',
    generatedAt: formatMoment(generatedAt),
    ...{ componentGroups, componentPositions, components },
  };
}
