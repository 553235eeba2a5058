import { ServiceCommand } from '../service-command.js';

const NAME = 'form-cache-purge';

export class FormCachePurge extends ServiceCommand {
  static override summary = 'Update the timestamps of forms whose type has changed.';
  static override description =
    'A form is as new as the file of its type, so that caches drop what they keep of it after a deployment.';
  static override hiddenAliases = [`cms:api-components:${NAME}`];
  static override examples = ['<%= config.bin %> <%= command.id %>'];

  async run(): Promise<void> {
    await this.parse(FormCachePurge);
    await this.runFeatureCommand(NAME, {
      missing: 'The Form component is switched off (enabled_components.form).',
    });
  }
}
