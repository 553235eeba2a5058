import { join } from 'node:path';
import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { GeneratorCommand } from '../generator-command.js';

export class MigrateSquash extends GeneratorCommand {
  static override summary = 'Squash migrations into one.';
  static override description =
    'Replaces the migrations up to NAME with one migration that creates the same tables. It counts as applied in databases that have applied all of them, and runs in empty databases. In databases that have applied only some of them, `cms migrate:run` fails with instructions. Hand-written SQL is dropped only with --without-sql. Does not connect to a database.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> 20261122T101500_add_weight',
  ];
  static override args = {
    name: Args.string({ description: 'Last migration to squash. Default: the newest.' }),
  };
  static override flags = {
    'without-sql': Flags.boolean({
      summary: 'Drop hand-written SQL, which new databases then do not run.',
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MigrateSquash);
    const { OUTPUT_FOLDER } = await import('../../options.js');
    const { loadTemplates } = await import('../../render/templates.js');
    const { squashMigrations } = await import('../../migrate/squash.js');
    const { id, replaced, lostSql } = await squashMigrations({
      outputDir: join(this.projectRoot, OUTPUT_FOLDER),
      upTo: args.name,
      withoutSql: flags['without-sql'],
      templates: await loadTemplates(),
      now: new Date(),
    });
    for (const each of replaced) this.log(`Replaced ${each}`);
    this.log(`Wrote ${id}`);
    for (const each of lostSql) this.progress(`Dropped the hand-written SQL of ${each}.`);
    this.progress(
      'If a database has applied only some of these migrations, run `cms migrate:run` there with the previous files first.',
    );
  }
}
