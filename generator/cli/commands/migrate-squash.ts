import { join } from 'node:path';
import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { GeneratorCommand } from '../generator-command.js';

export class MigrateSquash extends GeneratorCommand {
  static override summary = 'Put one migration in the place of many.';
  static override description =
    'Replaces the migrations up to NAME (all by default) by one that makes the same tables at once. A database that has all of them has that one, an empty one runs it, and one that has some of them is refused by migrate:run with what to do. Hand-written SQL is not lost unasked. No database is opened.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> 20261122T101500_add_weight',
  ];
  static override args = {
    name: Args.string({ description: 'Last migration to replace, all by default.' }),
  };
  static override flags = {
    'without-sql': Flags.boolean({
      summary: 'Leave out hand-written SQL: databases that have yet to be made do without it.',
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
    for (const each of lostSql) this.progress(`The hand-written SQL of ${each} is left out.`);
    this.progress(
      'Databases that have some of these, not all, need `cms migrate:run` of the present version first.',
    );
  }
}
