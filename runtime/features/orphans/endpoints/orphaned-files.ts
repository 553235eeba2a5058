import type { Endpoint } from '../../../kernel/contract/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { notFound } from '../../../kernel/errors/catalog.js';
import type { Service } from '../../../kernel/feature.js';
import type { FilesReport, OrphanedFiles } from '../files/orphaned-files.js';
import { formatMoment } from '../format-moment.js';
import { assertAdministrator, documented, problem, REFUSALS, WRONG_BODIES } from './administrators.js';
import { readWanted } from './wanted.js';

const PATH = '/_/orphaned_files';

/** Name of the job behind the scan. */
export const SCAN_FILES = 'scan-orphaned-files';

/** `/_/orphaned_files`: the report of files that no record holds, its scan and its deletion; for administrators. */
export function createFileEndpoints(
  files: OrphanedFiles,
  { jobs, iris }: Pick<Service, 'jobs' | 'iris'>,
): readonly Endpoint[] {
  return [
    {
      method: 'GET',
      pattern: PATH,
      documentation: {
        summary: 'The latest report of files that no record holds, and of files that are missing.',
        responses: {
          '200': { description: 'The report.', ...documented('OrphanedFiles') },
          ...REFUSALS,
          '404': problem('Nothing was scanned yet.'),
        },
      },
      async handle({ context }) {
        assertAdministrator(context);
        const report = await files.report();
        if (report === undefined) throw notFound(`Nothing was scanned yet; POST to ${PATH}/scan.`);
        return { status: 200, body: printReport(report, iris.prefix), cache: 'private' };
      },
    },
    {
      method: 'POST',
      pattern: `${PATH}/scan`,
      documentation: {
        summary: 'Refresh the report of files, in the background: its `generatedAt` tells when.',
        responses: { '202': { description: 'The scan will run.' }, ...REFUSALS },
      },
      async handle({ context }) {
        assertAdministrator(context);
        await jobs.request(SCAN_FILES);
        return { status: 202, cache: 'private' };
      },
    },
    {
      method: 'POST',
      pattern: `${PATH}/delete`,
      accepts: ['application/json', 'application/ld+json'],
      documentation: {
        summary: 'Delete the files that a fresh scan finds orphaned: all of them, or some paths.',
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/FilesToDelete' } } },
        },
        responses: {
          '200': { description: 'What was deleted, and what was not.', ...documented('DeletedFiles') },
          ...REFUSALS,
          ...WRONG_BODIES,
          '422': problem('Neither or both of `paths` and `all: true` were sent; nothing is deleted.'),
        },
      },
      async handle(request) {
        assertAdministrator(request.context);
        const { deleted, rejected } = await files.remove(readWanted(await request.json(), 'paths'));
        return {
          status: 200,
          body: { deleted: deleted.map(plain), rejected: rejected.map(plain) },
          cache: 'private',
        };
      },
    },
  ];
}

const plain = (each: object): JsonObject => ({ ...each });

function printReport(report: FilesReport, prefix: string): JsonObject {
  return {
    '@context': `${prefix}/contexts/OrphanedFiles`,
    '@id': prefix + PATH,
    '@type': 'OrphanedFiles',
    generatedAt: formatMoment(report.generatedAt),
    orphanedFiles: report.orphanedFiles.map(plain),
    unknownFiles: report.unknownFiles.map(plain),
    missingFiles: report.missingFiles.map(plain),
  };
}
