import type { CommandWork } from '../../../kernel/feature.js';
import { printable } from '../../../kernel/util/text/printable.js';
import type { OrphanedFiles } from './orphaned-files.js';

/**
 * Creates `cms scan-orphaned-files` (accounts.md section 12.4), which scans in this process and deletes
 * nothing.
 */
export function createFilesCommand(files: OrphanedFiles): CommandWork {
  return {
    name: 'scan-orphaned-files',
    async run(_service, { isVerbose, print, progress }) {
      // All stored paths are read before the first file is listed.
      progress('Scanning stored files ...');
      const onProgress = (seen: number): void => progress(`${seen} files ...`);
      const report = await files.scan({ onProgress });
      const details = (lines: readonly string[]): void => {
        if (isVerbose) for (const line of lines) print(printable(`  ${line}`));
      };
      print(`Orphaned files: ${report.orphanedFiles.length}`);
      details(report.orphanedFiles.map(({ adapter, path }) => `${adapter}: ${path}`));
      print(`Unknown files: ${report.unknownFiles.length}`);
      details(report.unknownFiles.map(({ adapter, path }) => `${adapter}: ${path}`));
      print(`Missing files: ${report.missingFiles.length}`);
      details(report.missingFiles.map(({ adapter, path, resource }) => `${adapter}: ${path} (${resource})`));
      print(`Invalid files: ${report.invalidFiles.length}`);
      details(
        report.invalidFiles.map(
          ({ adapter, path, resource, field, violations }) =>
            `${adapter}: ${path} (${resource}, ${field}): ${violations.join(' ')}`,
        ),
      );
    },
  };
}
