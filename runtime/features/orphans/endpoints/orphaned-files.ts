import type { Endpoint } from '../../../kernel/contract/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { Service } from '../../../kernel/feature.js';
import type { FilesReport, OrphanedFiles } from '../files/orphaned-files.js';
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

const PATH = '/_/orphaned_files';

/** Name of the job behind the scan. */
export const SCAN_FILES = 'scan-orphaned-files';

/** `/_/orphaned_files`: the report of files that no record holds, its scan and its deletion; for administrators. */
export function createFilesEndpoints(
  files: OrphanedFiles,
  service: Pick<Service, 'jobs' | 'iris'>,
): readonly Endpoint[] {
  return [
    ...createReportEndpoints(
      {
        ...{ path: PATH, type: 'OrphanedFiles', job: SCAN_FILES },
        subject: 'files that no record holds, and of files that are missing',
        read: async () => split(await files.report()),
      },
      service,
    ),
    {
      method: 'POST',
      pattern: `${PATH}/delete`,
      accepts: ['application/json', 'application/ld+json'],
      documentation: {
        ...TAGS,
        summary: 'Delete the files that a fresh scan finds orphaned: all of them, or some paths.',
        requestBody: documentedBody('FilesToDelete', { paths: ['prices-0a1b2c3d.pdf'] }),
        responses: {
          '200': { description: 'What was deleted, and what was not.', ...documented('DeletedFiles') },
          ...REFUSALS,
          ...WRONG_BODIES,
          '422': problem(
            'No body, or neither or both of `paths` and `all: true` were sent; nothing is deleted.',
          ),
        },
      },
      async handle(request) {
        assertAdministrator(request.context);
        const { deleted, rejected } = await files.remove(readWanted(await request.jsonValue(), 'paths'));
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

function split(report: FilesReport | undefined) {
  if (report === undefined) return undefined;
  const { generatedAt, orphanedFiles, unknownFiles, missingFiles } = report;
  const lists = {
    orphanedFiles: orphanedFiles.map(plain),
    unknownFiles: unknownFiles.map(plain),
    missingFiles: missingFiles.map(plain),
  };
  return { generatedAt, lists };
}
