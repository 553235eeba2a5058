import { ownWords } from '../../../runtime/adapters/console/global-flags.js';
import { ServiceCommand } from '../../../runtime/adapters/console/service-command.js';
import { describeUnknown } from '../describe-unknown.js';
import { projectCommands } from '../project-commands.js';

/** Runs the command of a feature that the first argument names, on the opened, migrated project. */
export class RunFeatureCommand extends ServiceCommand {
  static override strict = false;

  async run(): Promise<void> {
    const [name = '', ...words] = this.argv;
    const commands = await projectCommands(this.projectRoot);
    if (!commands.some((command) => command.name === name)) {
      const known = [...this.config.commandIDs, ...commands.map((command) => command.name)];
      this.error(describeUnknown(name, known), { exit: 2 });
    }
    await this.withApp(async (app) => {
      const found = app.featureCommands.find((command) => command.name === name);
      if (found !== undefined) await this.runIn(app, found, ownWords(words));
      return 0;
    });
  }
}
