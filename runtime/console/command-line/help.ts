import type { Command } from '@oclif/core';
import { Help } from '@oclif/core/help';
import type { DeclaredCommand } from '../../kernel/contract/features/command.js';
import { mayHaveCommands, projectCommands } from './project-commands.js';

/** Custom help. The root help lists every command. */
export class CmsHelp extends Help {
  /** Shows help. Project commands are unknown to oclif, so they are loaded if they are requested. */
  override async showHelp(argv: string[]): Promise<void> {
    const [subject] = argv.filter((word) => !word.startsWith('-'));
    const isKnown =
      subject === undefined ||
      this.config.findCommand(subject) !== undefined ||
      this.config.findTopic(subject) !== undefined;
    const found = isKnown ? [] : await commandsOf(subject);
    if (found.length === 0) return super.showHelp(argv);
    const [only, ...others] = found;
    if (only !== undefined && only.name === subject && others.length === 0)
      await this.showCommandHelp(await loadableOf(only));
    else this.log(`${this.list('COMMANDS', found)}\n`);
  }

  override async showCommandHelp(command: Command.Loadable): Promise<void> {
    await super.showCommandHelp(await withAllFlags(command));
  }

  protected override async showRootHelp(): Promise<void> {
    this.log(this.formatRoot());
    this.log('');
    const commands = this.config.commands
      .filter(({ hidden, id }) => !hidden && !id.startsWith('cms:'))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map((command) => ({ ...command, id: command.id }));
    this.log(this.formatCommands(commands));
    this.log('');
    await this.showProjectCommands();
  }

  /**
   * Lists the project's commands. A failing configuration is only reported, because users need help most when
   * something is broken.
   */
  private async showProjectCommands(): Promise<void> {
    if (!mayHaveCommands(process.cwd())) return;
    try {
      const commands = await projectCommands(process.cwd());
      if (commands.length > 0) this.log(`${this.list('COMMANDS OF THIS PROJECT', commands)}\n`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.log(`Failed to load the commands of this project: ${reason}\n`);
    }
  }

  private list(heading: string, commands: readonly DeclaredCommand[]): string {
    const rows = commands.map(({ name, summary }) => [name, summary]);
    return this.section(heading, this.renderList(rows, { indentation: 2, spacer: '\n', stripAnsi: false }));
  }
}

/** Adds the flags that depend on the project to a command of the manifest. */
async function withAllFlags(command: Command.Loadable): Promise<Command.Loadable> {
  if (!('hasLoadedFlags' in command) || command['hasLoadedFlags'] !== true) return command;
  const loaded = await command.load();
  if (!('allFlags' in loaded) || typeof loaded.allFlags !== 'function') return command;
  const flags: unknown = await loaded.allFlags(process.cwd());
  // Help reads the same members of flags in the manifest and in code.
  return { ...command, flags: { ...command.flags, ...(flags as Command.Loadable['flags']) } };
}

/** Returns the command with that name, or those below it. */
async function commandsOf(subject: string): Promise<readonly DeclaredCommand[]> {
  const commands = await projectCommands(process.cwd()).catch(() => []);
  return commands.filter(({ name }) => name === subject || name.startsWith(`${subject}:`));
}

/** Converts a declared command to the form in which oclif stores its commands. */
async function loadableOf(declared: DeclaredCommand): Promise<Command.Loadable> {
  const { createFeatureCommand } = await import('../feature-command.js');
  const command = createFeatureCommand(declared);
  const named = Object.entries(command.args).map(([name, arg]) => [name, { ...arg, name }]);
  const flags = { ...command.baseFlags, ...command.flags };
  // oclif stores the statics of a class, plus names and inherited flags.
  return {
    ...command,
    id: declared.name,
    args: Object.fromEntries(named),
    flags,
  } as unknown as Command.Loadable;
}
