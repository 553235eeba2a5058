import type { Command, Interfaces } from '@oclif/core';
import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { DeclaredCommand, DeclaredFlag, FlagValue } from '../kernel/contract/features/command.js';
import type { DeclaredFeature } from '../kernel/contract/features/declared-feature.js';
import { assertNever } from '../kernel/util/assert-never.js';
import { loadFlags } from './command-line/project-commands.js';
import { isGiven, ownWords } from './global-flags.js';
import { ServiceCommand } from './service-command.js';

/**
 * Creates the oclif command for a feature's declaration. It opens the service and runs the feature's
 * implementation.
 */
export function createFeatureCommand(
  command: DeclaredCommand,
  { enabledBy }: Pick<DeclaredFeature, 'enabledBy'> = {},
): Command.Class {
  const takesWords = command.args === undefined && command.flags === undefined;
  return class FeatureCommand extends ServiceCommand {
    static override summary = command.summary;
    static override description = command.description;
    static override examples = (command.examples ?? []).map((words) =>
      `<%= config.bin %> <%= command.id %> ${words}`.trimEnd(),
    );
    static override aliases = [...(command.aliases ?? [])];
    static override hiddenAliases = [...(command.hiddenAliases ?? [])];
    static override usage = takesWords ? '<%= command.id %> [WORD...] [-v] [-q] [-n]' : undefined;
    static override strict = !takesWords;
    static override args = mapValues(command.args ?? {}, ({ summary }) =>
      Args.string({ description: summary }),
    );
    static override flags: Interfaces.FlagInput = mapValues(command.flags ?? {}, toFlag);
    /** Whether the help must load the command, because its flags depend on the project. */
    static hasLoadedFlags = command.loadFlags !== undefined;

    /** Returns all flags of the command in a project. */
    static async allFlags(root: string): Promise<Interfaces.FlagInput> {
      const { flags } = await loadFlags(command, root);
      return { ...FeatureCommand.flags, ...mapValues(flags, toFlag) };
    }

    async run(): Promise<void> {
      const { args, flags } = await this.readWords();
      await this.withApp(async (app) => {
        const found = app.featureCommands.find(({ name }) => name === command.name);
        if (found === undefined) this.fail(this.describeMissing());
        const { createPrompt, isInteractive } = await import('./prompt.js');
        const line = this.progressLine();
        try {
          const code = await found.run(app, {
            args,
            flags,
            isVerbose: this.isVerbose,
            prompt: isGiven('no-interaction', this.argv) || !isInteractive() ? undefined : createPrompt(),
            print: (text) => {
              line.end();
              this.log(text);
            },
            printError: (text) => {
              line.end();
              this.logToStderr(text);
            },
            progress: (text) => line.show(() => text),
          });
          return code ?? 0;
        } finally {
          line.end();
        }
      });
    }

    private async readWords(): Promise<{
      args: readonly string[];
      flags: Readonly<Record<string, FlagValue>>;
    }> {
      if (takesWords) return { args: ownWords(this.argv), flags: {} };
      const { args, flags } = await this.parseFlags();
      const words = Object.keys(FeatureCommand.args).flatMap((name) => args[name] ?? []);
      return { args: words, flags };
    }

    private async parseFlags() {
      const { flags, advice } = await loadFlags(command, this.projectRoot);
      const { args, baseFlags } = FeatureCommand;
      try {
        return await this.parse({
          ...{ args, baseFlags, strict: true },
          flags: { ...FeatureCommand.flags, ...mapValues(flags, toFlag) },
        });
      } catch (error) {
        // Printed separately, because errors are wrapped, and the advice contains a command to copy.
        if (advice !== undefined) this.logToStderr(advice);
        throw error;
      }
    }

    private describeMissing(): string {
      if (enabledBy === undefined) return `The command ${command.name} is not available.`;
      const type = enabledBy.charAt(0).toUpperCase() + enabledBy.slice(1);
      return `The ${type} component is disabled. Enable it with enabled_components.${enabledBy}.`;
    }
  };
}

function toFlag({ type, summary, default: preset, options, allowNo, exclusive }: DeclaredFlag) {
  const shared = { summary, ...(exclusive === undefined ? {} : { exclusive: [...exclusive] }) };
  const text = { ...shared, ...(options === undefined ? {} : { options: [...options] }) };
  switch (type) {
    case 'boolean':
      return Flags.boolean({ ...shared, default: preset === true, allowNo: allowNo === true });
    case 'integer':
      return Flags.integer({ ...shared, ...(typeof preset === 'number' ? { default: preset } : {}) });
    case 'string':
      return Flags.string({ ...text, ...(typeof preset === 'string' ? { default: preset } : {}) });
    case 'list':
      return Flags.string({ ...text, multiple: true });
    default:
      return assertNever(type);
  }
}

const mapValues = <From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
