import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { WrittenBackup } from '../backup/write-backup.js';
import { BaseCommand } from '../base-command.js';

const NUMBERS = new Intl.NumberFormat('en');

export class Backup extends BaseCommand {
  static override summary = 'Copy the database and the stored files of one moment into an archive.';
  static override description =
    'Works while the service runs: everything that was answered before is in it, and nothing half. Files are removed from their filesystems only when it is done. PostgreSQL and MariaDB are copied by their own programs (pg_dump, mariadb-dump). Keys of the environment and of the data folder are not in it.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> /backup/mysite.tar',
    '<%= config.bin %> <%= command.id %> /backup/mysite.tar --without media',
  ];
  static override args = {
    file: Args.string({ name: 'FILE', description: 'The new archive.', required: true }),
  };
  static override flags = {
    without: Flags.string({
      summary: 'A filesystem whose files stay out, because its bucket keeps versions for example.',
      multiple: true,
    }),
    json: Flags.boolean({ summary: 'Print one JSON object.' }),
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
    if (existsSync(file)) this.fail(`${file} is there already. Name another file, or move it away.`);
    const opened = await openProject({ root: this.projectRoot, verbosity: this.verbosity, use: 'database' });
    const unknown = without.filter((name) => !Object.hasOwn(opened.config.filesystems, name));
    if (unknown.length > 0) this.error(`No filesystem is named ${unknown.join(', ')}.`, { exit: 2 });
    const migrator = await openMigrator(opened);
    if ((await migrator.state()).tables.length === 0) {
      this.progress(
        'The database has no tables yet, so there is nothing to back up. No archive was written.',
      );
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
  return `${file}: the database and ${NUMBERS.format(files)} ${files === 1 ? 'file' : 'files'}, ${NUMBERS.format(size)} bytes`;
}

/** What was not there before cannot be in the archive. */
function noticesOf({ missing, missingCount }: WrittenBackup): readonly string[] {
  if (missingCount === 0) return [];
  const more = missingCount > missing.length ? [`  and ${missingCount - missing.length} more`] : [];
  return [
    `${missingCount} files that records name are not in their filesystem, nor in the archive; \`cms doctor\` lists them:`,
    ...missing.map((path) => `  ${path}`),
    ...more,
  ];
}
