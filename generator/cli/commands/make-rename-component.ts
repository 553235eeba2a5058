import { Args, Flags } from '@oclif/core';
import { MakerCommand } from '../maker-command.js';

export class MakeRenameComponent extends MakerCommand {
  static override summary = 'Rename a component type with everything stored of it.';
  static override description =
    'Writes schemas/NEW.json in the place of schemas/OLD.json; the next `cms generate` makes the migration that renames the stored type and replaces its address in the allowedComponents of groups.';
  static override hiddenAliases = ['cms:api-components:make:rename-component'];
  static override examples = [
    '<%= config.bin %> <%= command.id %> Teaser Promo',
    '<%= config.bin %> <%= command.id %> Teaser Promo --old-iri /component/teasers --new-iri /component/promos',
  ];
  static override args = {
    'old-name': Args.string({ name: 'OLD', description: 'Present name of the type.' }),
    'new-name': Args.string({ name: 'NEW', description: 'New name in PascalCase.' }),
  };
  static override flags = {
    'old-iri': Flags.string({ summary: 'Present collection path, when the schema file does not tell.' }),
    'new-iri': Flags.string({ summary: 'New collection path (default: from the new name).' }),
    namespace: Flags.string({ summary: 'Accepted and ignored: a project has one folder of migrations.' }),
    'no-interaction': Flags.boolean({ char: 'n', summary: 'Ask nothing.' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MakeRenameComponent);
    const oldName = await this.requireArgument(
      args['old-name'],
      'old-name',
      'Present name of the component:',
    );
    const newName = await this.requireArgument(args['new-name'], 'new-name', 'New name of the component:');
    const { renameComponent } = await import('../rename-component.js');
    const made = await renameComponent(this.projectRoot, {
      oldName,
      newName,
      ...(flags['old-iri'] === undefined ? {} : { oldIri: flags['old-iri'] }),
      ...(flags['new-iri'] === undefined ? {} : { newIri: flags['new-iri'] }),
    });
    for (const file of made.files) this.log(file);
    for (const file of made.deleted) this.log(`deleted ${file}`);
    this.progress(['', ...made.guidance].join('\n'));
  }
}
