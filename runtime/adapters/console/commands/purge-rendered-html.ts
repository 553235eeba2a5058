import { PURGE_FLAGS, purgeArgs } from '../purge-flags.js';
import { ServiceCommand } from '../service-command.js';

const NAME = 'purge-rendered-html';

export class PurgeRenderedHtml extends ServiceCommand {
  static override summary = 'Drop the pages that front ends have rendered from shared caches.';
  static override description = 'Answers of the API stay. Exits 1 when a cache did not do it.';
  static override hiddenAliases = [`cms:api-components:${NAME}`];
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --path /about',
    '<%= config.bin %> <%= command.id %> --tag /api/_/layouts/main',
  ];
  static override flags = PURGE_FLAGS;

  async run(): Promise<void> {
    const { flags } = await this.parse(PurgeRenderedHtml);
    await this.runFeatureCommand(NAME, { args: purgeArgs(flags) });
  }
}
