import type { FeatureCommand, Service } from '../../runtime/kernel/feature.js';
import type { TestApp } from './test-app.js';

/** Runs what a feature adds to the command line under that name; answers the lines that it prints. */
export async function runCommand(
  { app }: Pick<TestApp, 'app'>,
  name: string,
  args: readonly string[] = [],
): Promise<readonly string[]> {
  const command = app.featureCommands.find((each) => each.name === name);
  if (command === undefined) throw new Error(`no feature has the command ${name}`);
  return linesOf(command, app, args);
}

/** What a command prints. */
export async function linesOf(
  command: FeatureCommand,
  service: Service,
  args: readonly string[] = [],
): Promise<readonly string[]> {
  const lines: string[] = [];
  await command.run(service, { args, print: (line) => void lines.push(line), progress: () => undefined });
  return lines;
}
