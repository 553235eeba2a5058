import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { WrittenBackup } from '../backup/write-backup.js';
import { BaseCommand } from '../base-command.js';

const NUMBERS = new Intl.NumberFormat('en');

export class Backup extends BaseCommand {
  static override summary = 'Back up the database and the stored files to an archive.';
  static override description =
    'Takes a consistent snapshot while the service is running. File deletions are postponed until the backup is complete. PostgreSQL and MariaDB require their client programs (pg_dump, mariadb-dump). Keys in the environment and in the data folder are not included.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> /backup/mysite.tar',
    '<%= config.bin %> <%= command.id %> /backup/mysite.tar --without media',
  ];
  static override args = {
    file: Args.string({ name: 'FILE', description: 'Path of the new archive.', required: true }),
  };
  static override flags = {
    without: Flags.string({
      summary: 'Filesystem to exclude, for example a bucket with versioning.',
      multiple: true,
    }),
    json: Flags.boolean({ summary: 'Print the result as JSON.' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Backup);
    const { existsSync } = await import('node:fs');
    const { resolve } = await import('node:path');
    const { openApplication } = await import('../open-application.js');
    const { openMigrator, openProject } = await import('../open-project.js');
    const { abortedByUser } = await import('../serve-project.js');
    const { without = [] } = flags;
    const file = resolve(this.projectRoot, args.file);
    if (existsSync(file)) this.fail(`${file} already exists. Choose another path, or move the file.`);
    const opened = await openProject({ root: this.projectRoot, verbosity: this.verbosity, use: 'database' });
    const unknown = without.filter((name) => !Object.hasOwn(opened.config.filesystems, name));
    if (unknown.length > 0)
      this.error(
        `Unknown filesystem: ${unknown.join(', ')}. Use a name from "filesystems" in the configuration.`,
        { exit: 2 },
      );
    const migrator = await openMigrator(opened);
    if ((await migrator.state()).tables.length === 0) {
      this.progress('The database has no tables, so there is nothing to back up. No archive was written.');
      if (flags.json) this.log(JSON.stringify({ file: null, files: 0, size: 0 }, null, 2));
      return;
    }
    const { enterExport } = await import('../enter-export.js');
    const { writeBackup } = await import('../backup/write-backup.js');
    const { app, close } = await openApplication(opened, {
      isMaintenance: true,
      command: 'backup',
    });
    await enterExport(app, 'database and files');
    const line = this.progressLine();
    const { signal, end } = abortedByUser();
    try {
      const written = await writeBackup({
        app,
        migrator,
        file,
        without,
        signal,
        progress: (text) => line.show(() => text),
      });
      line.end();
      if (flags.json) this.log(JSON.stringify({ file, ...written }, null, 2));
      else this.log(describe(file, written));
      for (const notice of noticesOf(written)) this.progress(notice);
    } finally {
      end();
      line.end();
      await close();
    }
  }
}

function describe(file: string, { files, size }: WrittenBackup): string {
  return `${file}: database and ${NUMBERS.format(files)} ${files === 1 ? 'file' : 'files'}, ${NUMBERS.format(size)} bytes`;
}

/** Returns notices about files that were already missing. */
function noticesOf({ missing, missingCount }: WrittenBackup): readonly string[] {
  if (missingCount === 0) return [];
  const more = missingCount > missing.length ? [`  and ${missingCount - missing.length} more`] : [];
  return [
    `${missingCount} files of records are missing in their filesystem and therefore in the archive. \`cms doctor\` lists them all:`,
    ...missing.map((path) => `  ${path}`),
    ...more,
  ];
}
