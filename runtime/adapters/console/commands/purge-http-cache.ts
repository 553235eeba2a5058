import { ServiceCommand } from '../service-command.js';

const NAME = 'purge-http-cache';

export class PurgeHttpCache extends ServiceCommand {
  static override summary = 'Drop everything from shared caches.';
  static override description =
    'Does nothing where the configured purger has no way to do that. Exits 1 when a cache did not do it.';
  static override hiddenAliases = [`cms:api-components:${NAME}`];
  static override examples = ['<%= config.bin %> <%= command.id %>'];

  async run(): Promise<void> {
    await this.parse(PurgeHttpCache);
    await this.runFeatureCommand(NAME);
  }
}
