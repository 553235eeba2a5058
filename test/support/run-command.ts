import { Parser } from '@oclif/core';
import { createFeatureCommand } from '../../runtime/console/feature-command.js';
import type { CommandIo } from '../../runtime/kernel/contract/features/command.js';
import type { CommandService, FeatureCommand } from '../../runtime/kernel/feature.js';
import type { TestApp } from './test-app.js';

/** A command with the terminal of a test. */
export interface CommandCall extends Partial<CommandIo> {
  readonly service: CommandService;
}

/** Returns the feature command with that name. */
export function commandOf({ app }: Pick<TestApp, 'app'>, name: string): FeatureCommand {
  const command = app.featureCommands.find((each) => each.name === name);
  if (command === undefined) throw new Error(`no feature has the command ${name}`);
  return command;
}

/** Runs the feature command with that name, and returns the lines that it prints. */
export async function runCommand(
  test: Pick<TestApp, 'app'>,
  name: string,
  words: readonly string[] = [],
): Promise<readonly string[]> {
  return linesOf(commandOf(test, name), test.app, words);
}

/** Runs a command with these arguments, and returns its output. */
export async function linesOf(
  command: FeatureCommand,
  service: CommandService,
  words: readonly string[] = [],
): Promise<readonly string[]> {
  const lines: string[] = [];
  await callCommand(command, words, { service, print: (line) => void lines.push(line) });
  return lines;
}

/** Runs a command with these arguments, and returns its exit code. */
export async function callCommand(
  command: FeatureCommand,
  words: readonly string[],
  { service, ...io }: CommandCall,
): Promise<number> {
  const { flags: loaded = {} } = (await command.loadFlags?.([])) ?? {};
  const complete = { ...command, flags: { ...command.flags, ...loaded } };
  const { args, flags, baseFlags, strict } = createFeatureCommand(
    command.flags === undefined ? command : complete,
  );
  const parsed = await Parser.parse([...words], { args, flags: { ...baseFlags, ...flags }, strict });
  const named: Readonly<Record<string, string | undefined>> = parsed.args;
  const code = await command.run(service, {
    args: Object.keys(args).flatMap((name) => named[name] ?? []),
    flags: parsed.flags,
    isVerbose: parsed.flags['verbose'] === true,
    prompt: undefined,
    print: () => undefined,
    printError: () => undefined,
    progress: () => undefined,
    ...io,
  });
  return code ?? 0;
}
