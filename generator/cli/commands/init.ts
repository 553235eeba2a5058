import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { CONTENTS, DATABASES, DEPLOYMENTS, FRONT_ENDS, namesOf, nextCommands } from '#create';
import { BaseCommand } from 'cms-api-components/internal/adapters/console/base-command.js';

export class Init extends BaseCommand {
  static override summary =
    'Make a project: configuration, schema files, a scaffold and, if asked, a front end and files of deployments.';
  static override description =
    'Writes package.json, cms.config.json, schemas/, scaffold.ts, .env, .gitignore, README.md and tsconfig.json into a new or empty folder. With --deploy in a project that is there already it adds what the deployment needs, and changes no file.';
  static override examples = [
    '<%= config.bin %> init my-site',
    '<%= config.bin %> init my-site --content blog --front-end typescript',
    '<%= config.bin %> init --deploy docker --deploy systemd',
  ];
  static override args = {
    directory: Args.string({
      name: 'DIR',
      description: 'New or empty folder; with --deploy also a project.',
      default: '.',
    }),
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
    admin: Flags.boolean({
      description: 'Whether it has the admin, in which editors work without a front end.',
      allowNo: true,
      default: true,
    }),
    deploy: Flags.option({
      description: 'What runs it in production. May be given several times.',
      options: namesOf(DEPLOYMENTS),
      multiple: true,
    })(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Init);
    const { database, content, 'front-end': frontEnd, admin, deploy: deployments = [] } = flags;
    const { deployProject, initProject, isProject } = await import('../init-project.js');
    if (deployments.length > 0 && isProject(args.directory)) {
      const { written, kept } = await deployProject(args.directory, deployments);
      for (const file of written) this.log(file);
      if (kept.length > 0) this.progress(`There already, and left as they are: ${kept.join(', ')}`);
      return;
    }
    const files = await initProject(args.directory, { database, content, frontEnd, admin, deployments });
    for (const file of files) this.log(file);
    this.progress(`\nNext:\n${nextCommands(args.directory, 'npm', frontEnd !== 'none')}`);
  }
}
