import { Help } from '@oclif/core';

/** The root help names every command: there are few enough to read them all. */
export class CmsHelp extends Help {
  protected override async showRootHelp(): Promise<void> {
    this.log(this.formatRoot());
    this.log('');
    const commands = this.config.commands
      .filter(({ hidden, id }) => !hidden && !id.startsWith('cms:'))
      .toSorted((one, other) => one.id.localeCompare(other.id))
      .map((command) => ({ ...command, id: command.id }));
    this.log(this.formatCommands(commands));
    this.log('');
  }
}
