import * as Args from '@oclif/core/args';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ProjectError } from 'cms-api-components/internal/project/project-error.js';
import { generatorOptions } from '../generator-options.js';
import { GeneratorCommand } from '../generator-command.js';

export class Build extends GeneratorCommand {
  static override summary = 'Compile the project for production.';
  static override description =
    'Writes the generated code, the configuration and the scaffold as JavaScript to dist/cms/, and the admin extensions (admin/) to dist/admin/. A compiled project runs on a read-only file system and without the generator: install it with `npm ci --omit=dev`.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> scaffolds/campaign.ts',
  ];
  static override args = {
    scaffolds: Args.string({
      description: 'Additional scaffold files to compile for `cms scaffold:load`.',
    }),
  };
  static override strict = false;

  async run(): Promise<void> {
    const { argv } = await this.parse(Build);
    const scaffolds = argv.map(String);
    const missing = scaffolds.find((file) => !existsSync(join(this.projectRoot, file)));
    if (missing !== undefined)
      throw new ProjectError(`${missing} does not exist. Pass paths of scaffold files in the project.`);
    const { check } = await import('../../generate.js');
    const { buildProject } = await import('cms-api-components/internal/project/load-project.js');
    await check(await generatorOptions(this.projectRoot));
    const written = await buildProject(this.projectRoot, scaffolds);
    const { servesOwnAdmin } = await import('../serves-own-admin.js');
    const { bundleOwnAdmin } = await import('../../admin/bundle-own-admin.js');
    const admin = await bundleOwnAdmin({
      root: this.projectRoot,
      isServed: servesOwnAdmin,
      isFinal: true,
    });
    for (const path of [...written.map((one) => relative(this.projectRoot, one)), ...admin.written])
      this.log(path);
  }
}
