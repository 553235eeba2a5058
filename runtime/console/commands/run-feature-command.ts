import { BaseCommand } from '../base-command.js';
import { createFeatureCommand } from '../feature-command.js';
import { describeUnknown, projectCommands } from '../command-line/project-commands.js';

/** Runs the project command given by the first argument. */
export class RunFeatureCommand extends BaseCommand {
  static override strict = false;

  async run(): Promise<void> {
    const [name = '', ...words] = this.argv;
    const commands = await projectCommands(this.projectRoot);
    const command = commands.find((each) => each.name === name);
    if (command === undefined) {
      const known = [...this.config.commandIDs, ...commands.map((each) => each.name)];
      this.error(describeUnknown(name, known, this.projectRoot), { exit: 2 });
    }
    await createFeatureCommand(command).run([...words], this.config);
  }
}
