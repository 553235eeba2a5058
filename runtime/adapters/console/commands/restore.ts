import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { BaseCommand } from '../base-command.js';
import type { OpenProject } from '../open-project.js';

export class Restore extends BaseCommand {
  static override summary = 'Put the database and the stored files of an archive in their places.';
  static override description =
    'Reads the whole archive before it changes anything: one that is cut, was changed or does not fit is refused. Stop the service before. A database that has tables is replaced with --force only. Files that are there and not in the archive stay.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> /backup/mysite.tar',
    '<%= config.bin %> <%= command.id %> /backup/mysite.tar --force',
    '<%= config.bin %> <%= command.id %> /backup/mysite.tar --check',
  ];
  static override args = {
    file: Args.string({ name: 'FILE', description: 'An archive that `cms backup` wrote.', required: true }),
  };
  static override flags = {
    force: Flags.boolean({ summary: 'Replace everything in the database.' }),
    check: Flags.boolean({ summary: 'Read the archive and say whether it fits, without changing anything.' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Restore);
    const { existsSync } = await import('node:fs');
    const { resolve } = await import('node:path');
    const { openMigrator, openProject } = await import('../open-project.js');
    const { abortedByUser } = await import('../serve-project.js');
    const { checkBackup, restoreBackup } = await import('../backup/restore-backup.js');
    const file = resolve(this.projectRoot, args.file);
    if (!existsSync(file)) this.fail(`There is no file ${file}.`);
    const opened = await openProject({ root: this.projectRoot, verbosity: this.verbosity, use: 'database' });
    const { config, project } = opened;
    const line = this.progressLine();
    line.show(() => 'reading the archive ...');
    const checked = await checkBackup(file, { config, migrations: project.migrations }).finally(line.end);
    const { madeAt, leftOut } = checked.manifest;
    if (flags.check) {
      this.log(`${file} is whole and fits: a backup of ${madeAt}.`);
      return;
    }
    const { isEmpty, isPrivileged } = checked.target;
    if (isPrivileged)
      this.progress(
        'The database account may run programs on its server. Restore archives that you did not make with an account that is no superuser.',
      );
    if (!isEmpty && !flags.force)
      this.fail(
        'The database is not empty. Restore into an empty one, or replace it with --force; nothing was changed.',
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
      this.log(`Restored the database and ${files} ${files === 1 ? 'file' : 'files'} of ${madeAt}.`);
    } finally {
      end();
      line.end();
    }
    for (const name of leftOut)
      this.progress(`The archive was made without the files of filesystem "${name}".`);
    if ((await (await openMigrator(opened)).misfits()).length > 0)
      this.progress('The code is newer than the archive: run `cms migrate:run`, then `cms doctor --repair`.');
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

  /** Whoever sits at a terminal is asked; a script has said it by the flag. */
  private async confirmReplacing(madeAt: string): Promise<void> {
    const { createPrompt, isInteractive } = await import('../prompt.js');
    const { isGiven } = await import('../global-flags.js');
    if (isGiven('no-interaction', this.argv) || !isInteractive()) return;
    const question = `Replace everything in the database of this project by the backup of ${madeAt}?`;
    if (!(await createPrompt().confirm(question))) this.fail('Nothing was changed.');
  }
}
