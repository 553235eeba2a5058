import { BaseCommand } from '../../../runtime/adapters/console/base-command.js';

export class MigrateStatus extends BaseCommand {
  static override summary = 'List migrations and whether the database has them.';
  static override description = 'Compares generated/migrations with the database and changes neither.';
  static override examples = ['<%= config.bin %> <%= command.id %>'];

  async run(): Promise<void> {
    await this.parse(MigrateStatus);
    const { openProjectMigrator } = await import('../open-migrator.js');
    const { migrator } = await openProjectMigrator({ root: this.projectRoot, verbose: this.isVerbose });
    const statuses = await migrator.status();
    if (statuses.length === 0)
      this.log('There is no migration yet. `cms generate` writes one when the schemas ask for tables.');
    const width = Math.max(0, ...statuses.map(({ id }) => id.length));
    for (const { id, state, appliedAt } of statuses) {
      const notes = [state, ...(appliedAt === undefined ? [] : [appliedAt])];
      this.log(`${id.padEnd(width)}  ${notes.join('  ')}`);
    }
    if (statuses.some(({ state }) => state !== 'applied'))
      this.progress('Run `cms migrate:run` to bring the database up to date.');
  }
}
