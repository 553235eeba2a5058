import { ServiceCommand } from '../service-command.js';

const NAME = 'purge-rendered-html';

export class PurgeRenderedHtml extends ServiceCommand {
  static override summary = 'Drop the pages that front ends have rendered from shared caches.';
  static override description = 'Answers of the API stay. Exits 1 when a cache did not do it.';
  static override hiddenAliases = [`cms:api-components:${NAME}`];
  static override examples = ['<%= config.bin %> <%= command.id %>'];

  async run(): Promise<void> {
    await this.parse(PurgeRenderedHtml);
    await this.runFeatureCommand(NAME);
  }
}
