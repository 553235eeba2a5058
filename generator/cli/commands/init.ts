import { Args } from '@oclif/core';
import { BaseCommand } from '../../../runtime/adapters/console/base-command.js';

export class Init extends BaseCommand {
  static override summary = 'Make a project: configuration, sample schema files and a scaffold.';
  static override description =
    'Writes package.json, cms.config.json, schemas/, scaffold.ts, .env, .gitignore, README.md and tsconfig.json into a new or empty folder.';
  static override examples = ['<%= config.bin %> init my-site'];
  static override args = {
    directory: Args.string({ name: 'DIR', description: 'New or empty folder.', required: true }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(Init);
    const { initProject } = await import('../init-project.js');
    const files = await initProject(args.directory);
    for (const file of files) this.log(file);
    const folder = /^[\w./~-]+$/.test(args.directory) ? args.directory : JSON.stringify(args.directory);
    this.progress(`\nNext:\n  cd ${folder}\n  npm install\n  npm start`);
  }
}
