import * as Flags from '@oclif/core/flags';
import { basename } from 'node:path';
import type { EffectiveSetting } from '../../kernel/settings/effective-settings.js';
import { textTable } from '../../kernel/util/text/text-table.js';
import { BaseCommand } from '../base-command.js';

export class ConfigShow extends BaseCommand {
  static override summary = 'Show the effective configuration and the source of each value.';
  static override description =
    'A value comes from the configuration file, an environment variable, the .env file or the default. Secrets are masked. Run `cms check` to check that the service can start with this configuration.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --json',
  ];
  static override flags = { json: Flags.boolean({ summary: 'Print the result as JSON.' }) };

  async run(): Promise<void> {
    const { flags } = await this.parse(ConfigShow);
    const { explainConfig } = await import('../../config/load-config.js');
    const { configSource } = await import('../open-project.js');
    const { path, settings } = await explainConfig(await configSource({ root: this.projectRoot }));
    if (flags.json) {
      const printed = settings.map((setting) => ({ ...setting, origin: originOf(setting) }));
      this.log(JSON.stringify({ file: path, settings: printed }, null, 2));
    } else for (const line of describe(settings, basename(path))) this.log(line);
  }
}

function describe(settings: readonly EffectiveSetting[], file: string): readonly string[] {
  return textTable([
    ['Setting', 'From', 'Value'],
    ...settings.map((setting) => {
      const { from, variable } = originOf(setting);
      const { key, value } = setting;
      const origin = variable === undefined ? (from === 'file' ? file : from) : `${from}: ${variable}`;
      return [key, origin, typeof value === 'string' ? value : JSON.stringify(value)];
    }),
  ]);
}

/** Source of a value, for machine-readable output. */
interface PrintedOrigin {
  readonly from: 'default' | 'file' | 'environment' | '.env';
  readonly variable?: string;
}

function originOf({ origin }: EffectiveSetting): PrintedOrigin {
  if (origin.kind !== 'variable') return { from: origin.kind };
  // Environment variables take precedence over the file.
  const from = process.env[origin.name] === undefined ? '.env' : 'environment';
  return { from, variable: origin.name };
}
