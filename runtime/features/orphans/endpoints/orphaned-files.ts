import type { Endpoint } from '../../../kernel/contract/http/http.js';
import type { Service } from '../../../kernel/feature.js';
import { printLists, type FilesReport, type OrphanedFiles } from '../files/orphaned-files.js';
import { createDeletionEndpoint, plain } from './deletion.js';
import { createReportEndpoints } from './report.js';

const PATH = '/_/orphaned_files';

/** Name of the scan job. */
export const SCAN_FILES = 'scan-orphaned-files';

/**
 * Creates the endpoints of `/_/orphaned_files`: the report of unreferenced files, its scan and the deletion.
 * For administrators.
 */
export function createFilesEndpoints(
  files: OrphanedFiles,
  service: Pick<Service, 'jobs' | 'iris'>,
): readonly Endpoint[] {
  return [
    ...createReportEndpoints(
      {
        path: PATH,
        type: 'OrphanedFiles',
        job: SCAN_FILES,
        subject: 'orphaned, missing and invalid files',
        read: async () => split(await files.report()),
      },
      service,
    ),
    createDeletionEndpoint({
      path: PATH,
      member: 'paths',
      summary: 'Deletes orphaned files.',
      schemas: { body: 'FilesToDelete', answer: 'DeletedFiles' },
      example: { paths: ['prices-0a1b2c3d.pdf'] },
      async remove(selection) {
        const { deleted, rejected } = await files.remove(selection);
        return { deleted: deleted.map(plain), rejected };
      },
    }),
  ];
}

function split(report: FilesReport | undefined) {
  return report && { generatedAt: report.generatedAt, lists: printLists(report) };
}
