import { isGranted, ROLE_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import type { RequestContext } from '../../../kernel/contract/context.js';
import type { Endpoint } from '../../../kernel/contract/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { denied, notFound, validationFailed } from '../../../kernel/errors/catalog.js';
import type { Service } from '../../../kernel/feature.js';
import { formatMoment } from '../format-moment.js';
import type { OrphanReport, Orphans } from '../orphans.js';

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
          '400': problem('The body is no JSON object.'),
          '415': problem('The body has another media type.'),
          '422': problem('Neither or both of `iris` and `all: true` were sent; nothing is deleted.'),
        },
      },
      async handle(request) {
        const { context } = request;
        assertAdministrator(context);
        const wanted = readWanted(await request.json());
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

const documented = (schema: string): JsonObject => ({
  content: { 'application/ld+json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

const problem = (description: string): JsonObject => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Error' } } },
});

const REFUSALS = {
  '401': { $ref: '#/components/responses/Unauthorized' },
  '403': { $ref: '#/components/responses/Forbidden' },
};

function assertAdministrator({ actor }: RequestContext): void {
  if (!isGranted(actor, ROLE_ADMIN)) throw denied(actor);
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

/** @throws AppError 422 where it is not clear what is meant. */
export function readWanted(body: JsonObject): 'all' | readonly string[] {
  const { iris, all } = body;
  const problem = (propertyPath: string, message: string) =>
    validationFailed([{ propertyPath, message, code: null }]);
  if (iris !== undefined && all !== undefined) throw problem('all', 'Send either iris or all, not both.');
  if (all === true) return 'all';
  if (all !== undefined) throw problem('all', 'This value should be true.');
  if (!Array.isArray(iris) || iris.length === 0)
    throw problem('iris', 'Send a list of IRIs, or all with the value true.');
  const wrong = iris.findIndex((iri) => typeof iri !== 'string' || iri.trim() === '');
  if (wrong !== -1) throw problem(`iris[${wrong}]`, 'This value should be an IRI.');
  return iris as readonly string[]; // each was looked at
}
