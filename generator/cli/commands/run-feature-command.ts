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

/** `-v` is every command's; behind `--` all words are the command's own. */
function ownWords(words: readonly string[]): readonly string[] {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const before = words.slice(0, end).filter((word) => word !== '-v' && word !== '--verbose');
  return [...before, ...words.slice(end + 1)];
}
