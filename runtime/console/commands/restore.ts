import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { BaseCommand } from '../base-command.js';
import type { OpenProject } from '../open-project.js';

export class Restore extends BaseCommand {
  static override summary = 'Restore the database and the stored files from a backup.';
  static override description =
    'Verifies the whole archive first, and changes nothing if it is truncated, modified or incompatible. Stop the service before you restore. A database with tables is replaced only with --force. Stored files that are not in the archive are kept.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> /backup/mysite.tar',
    '<%= config.bin %> <%= command.id %> /backup/mysite.tar --force',
    '<%= config.bin %> <%= command.id %> /backup/mysite.tar --check',
  ];
  static override args = {
    file: Args.string({ name: 'FILE', description: 'Archive written by `cms backup`.', required: true }),
  };
  static override flags = {
    force: Flags.boolean({ summary: 'Replace all data in the database.' }),
    check: Flags.boolean({ summary: 'Verify the archive without restoring it.' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Restore);
    const { existsSync } = await import('node:fs');
    const { resolve } = await import('node:path');
    const { openMigrator, openProject } = await import('../open-project.js');
    const { abortedByUser } = await import('../serve-project.js');
    const { checkBackup, restoreBackup } = await import('../backup/restore-backup.js');
    const file = resolve(this.projectRoot, args.file);
    if (!existsSync(file)) this.fail(`${file} does not exist.`);
    const opened = await openProject({ root: this.projectRoot, verbosity: this.verbosity, use: 'database' });
    const { config, project } = opened;
    const line = this.progressLine();
    line.show(() => 'verifying the archive ...');
    const checked = await checkBackup(file, { config, migrations: project.migrations }).finally(line.end);
    const { madeAt, leftOut } = checked.manifest;
    if (flags.check) {
      this.log(`${file} is valid and can be restored. It was created at ${madeAt}.`);
      return;
    }
    const { isEmpty, isPrivileged } = checked.target;
    if (isPrivileged)
      this.progress(
        'The database account is a superuser and can run programs on the database server. Restore archives from other people with an account that is not a superuser.',
      );
    if (!isEmpty && !flags.force)
      this.fail(
        'The database is not empty, so nothing was changed. Restore into an empty database, or replace all data with --force.',
      );
    if (!isEmpty) await this.confirmReplacing(madeAt);
    const { signal, end } = abortedByUser();
    try {
      const files = await restoreBackup({
        file,
        config,
        checked,
        signal,
        progress: (text) => line.show(() => text),
      });
      line.end();
      this.log(`Restored the database and ${files} ${files === 1 ? 'file' : 'files'} from ${madeAt}.`);
    } finally {
      end();
      line.end();
    }
    for (const name of leftOut)
      this.progress(`The archive does not contain the files of filesystem "${name}".`);
    if ((await (await openMigrator(opened)).drift()).length > 0)
      this.progress('The code is newer than the archive. Run `cms migrate:run`, then `cms doctor --repair`.');
    else await this.forgetRemoved(opened);
  }

  private async forgetRemoved(opened: OpenProject): Promise<void> {
    const { openApplication } = await import('../open-application.js');
    const { forgetRemovedFiles } = await import('../backup/restore-backup.js');
    const { app, close } = await openApplication(opened, { isMaintenance: true });
    try {
      await forgetRemovedFiles(app);
    } finally {
      await close();
    }
  }

  /** Prompts for confirmation on a terminal; scripts confirm by the flag. */
  private async confirmReplacing(madeAt: string): Promise<void> {
    const { createPrompt, isInteractive } = await import('../prompt.js');
    const { isGiven } = await import('../global-flags.js');
    if (isGiven('no-interaction', this.argv) || !isInteractive()) return;
    const question = `Replace all data in the database of this project with the backup from ${madeAt}?`;
    if (!(await createPrompt().confirm(question))) this.fail('Canceled. Nothing was changed.');
  }
}
