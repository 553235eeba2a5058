import { Args, Flags } from '@oclif/core';
import { CONTENTS, DATABASES, FRONT_ENDS, namesOf, nextCommands } from '#create';
import { BaseCommand } from 'cms-api-components/internal/adapters/console/base-command.js';

export class Init extends BaseCommand {
  static override summary =
    'Make a project: configuration, schema files, a scaffold and, if asked, a front end.';
  static override description =
    'Writes package.json, cms.config.json, schemas/, scaffold.ts, .env, .gitignore, README.md and tsconfig.json into a new or empty folder.';
  static override examples = [
    '<%= config.bin %> init my-site',
    '<%= config.bin %> init my-site --content blog --front-end typescript',
  ];
  static override args = {
    directory: Args.string({ name: 'DIR', description: 'New or empty folder.', required: true }),
  };
  static override flags = {
    database: Flags.option({
      description: 'Where it stores.',
      options: namesOf(DATABASES),
      default: 'sqlite',
    })(),
    content: Flags.option({
      description: 'What it starts with.',
      options: namesOf(CONTENTS),
      default: 'blank',
    })(),
    'front-end': Flags.option({
      description: 'What draws it.',
      options: namesOf(FRONT_ENDS),
      default: 'none',
    })(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Init);
    const { database, content, 'front-end': frontEnd } = flags;
    const { initProject } = await import('../init-project.js');
    const files = await initProject(args.directory, { database, content, frontEnd });
    for (const file of files) this.log(file);
    this.progress(`\nNext:\n${nextCommands(args.directory, 'npm', frontEnd !== 'none')}`);
  }
}
