import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseCommand } from 'cms-api-components/internal/console/base-command.js';
import { ProjectError } from 'cms-api-components/internal/project/project-error.js';
import { CONFIG_FILES } from 'cms-api-components/internal/kernel/settings/config.js';
import { GeneratorError } from '../errors.js';
import { SCHEMAS_FOLDER } from '../options.js';

/** Files that identify a project. The generator refuses to write into other folders. */
const PROJECT_SIGNS = [...CONFIG_FILES, SCHEMAS_FOLDER];

/** Base class of commands that run the generator. Its errors name the file, the position and the fix. */
export abstract class GeneratorCommand extends BaseCommand {
  /** @throws ProjectError if the folder is not a project. */
  protected override get projectRoot(): string {
    const root = super.projectRoot;
    if (PROJECT_SIGNS.some((name) => existsSync(join(root, name)))) return root;
    throw new ProjectError(
      `${root} is not a project: it has no cms.config.json and no schemas/. Run the command in a project folder, or create a project with \`cms init DIR\`.`,
    );
  }

  protected override isExpected(error: Error): boolean {
    return error instanceof GeneratorError || super.isExpected(error);
  }
}
