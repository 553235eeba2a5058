import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { CONTENTS, DATABASES, DEPLOYMENTS, FRONT_ENDS, namesOf, nextCommands } from '#create';
import { BaseCommand } from 'cms-api-components/internal/console/base-command.js';

export class Init extends BaseCommand {
  static override summary = 'Create a project with a configuration, schemas and sample content.';
  static override description =
    'Writes package.json, cms.config.json, schemas/, scaffold.ts, .env, .gitignore, README.md and tsconfig.json to a new or empty folder. In an existing project, --deploy adds the deployment files and does not change existing files.';
  static override examples = [
    '<%= config.bin %> init my-site',
    '<%= config.bin %> init my-site --content blog --front-end typescript',
    '<%= config.bin %> init --deploy docker --deploy systemd',
  ];
  static override args = {
    directory: Args.string({
      name: 'DIR',
      description: 'New or empty folder. With --deploy, also an existing project.',
      default: '.',
    }),
  };
  static override flags = {
    database: Flags.option({
      description: 'Database system.',
      options: namesOf(DATABASES),
      default: 'sqlite',
    })(),
    content: Flags.option({
      description: 'Sample content.',
      options: namesOf(CONTENTS),
      default: 'blank',
    })(),
    'front-end': Flags.option({
      description: 'Front end to include.',
      options: namesOf(FRONT_ENDS),
      default: 'none',
    })(),
    admin: Flags.boolean({
      description: 'Include the admin, the web interface for editors.',
      allowNo: true,
      default: true,
    }),
    deploy: Flags.option({
      description: 'Deployment files to add.',
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
      if (kept.length > 0) this.progress(`Skipped existing files: ${kept.join(', ')}`);
      return;
    }
    const files = await initProject(args.directory, { database, content, frontEnd, admin, deployments });
    for (const file of files) this.log(file);
    this.progress(`\nNext steps:\n${nextCommands(args.directory, 'npm', frontEnd !== 'none')}`);
  }
}
