import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { Prompt } from 'cms-api-components/internal/kernel/contract/features/command.js';
import { MakeCommand } from '../make-command.js';
import type { RequestedRename } from '../rename-component.js';

export class MakeRenameComponent extends MakeCommand {
  static override summary = 'Rename a component or record type and its stored data.';
  static override description =
    'Renames the schema file, lists the old name in its "x-renamed-from" and updates references in other schema files. Generates the code and a migration for stored data. Prompts for confirmation unless both --old-iri and --new-iri are given. Both are required without a terminal or with --no-interaction. Prints the component groups that the migration changes if the database is available.';
  static override hiddenAliases = ['cms:api-components:make:rename-component'];
  static override examples = [
    '<%= config.bin %> <%= command.id %> Teaser Promo',
    '<%= config.bin %> <%= command.id %> Teaser Promo --old-iri /component/teasers --new-iri /component/promos',
  ];
  static override args = {
    'old-name': Args.string({ name: 'OLD', description: 'Current name of the type.' }),
    'new-name': Args.string({ name: 'NEW', description: 'New name in PascalCase.' }),
  };
  static override flags = {
    'old-iri': Flags.string({
      summary: 'Current collection path. Default in a terminal: taken from the schema file or the name.',
    }),
    'new-iri': Flags.string({
      summary: 'New collection path. Default in a terminal: derived from the new name.',
    }),
    'keep-schema': Flags.boolean({
      summary: 'Do not rename schemas/OLD.json, because the file and its title were renamed by hand.',
    }),
    'rename-schema': Flags.boolean({ hidden: true, summary: 'Ignored. This is the default.' }),
    namespace: Flags.string({ summary: 'Ignored. A project has a single migrations folder.' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MakeRenameComponent);
    const prompt = await this.prompt(flags);
    const name = (argument: 'old-name' | 'new-name', question: string): Promise<string> =>
      this.requireArgument(args[argument], { name: argument, question, prompt });
    const oldName = await name('old-name', 'Current name of the component:');
    const newName = await name('new-name', 'New name of the component:');
    const { applyRename, planRename } = await import('../rename-component.js');
    await this.requireOptions({ oldName, newName, flags }, prompt);
    const made = await planRename(this.projectRoot, {
      oldName,
      newName,
      keepsSchema: flags['keep-schema'],
      ...(flags['old-iri'] === undefined ? {} : { oldIri: flags['old-iri'] }),
      ...(flags['new-iri'] === undefined ? {} : { newIri: flags['new-iri'] }),
    });
    const written = await applyRename(this.projectRoot, made);
    for (const file of written) this.log(file);
    for (const file of made.obsolete) this.log(`deleted ${file}`);
    const { describeStored, findStoredComponent } =
      await import('cms-api-components/internal/console/stored-component.js');
    const stored = await findStoredComponent({
      root: this.projectRoot,
      path: made.oldIri,
      ...made.stored,
    });
    this.progress(['', ...describeStored(stored, oldName), '', ...made.guidance].join('\n'));
  }

  /** Confirms the inferred paths on a terminal, and rejects missing paths elsewhere (accounts.md section 14.4). */
  private async requireOptions(requested: RequestedRename, prompt: Prompt | undefined): Promise<void> {
    const { missingOptions } = await import('../rename-component.js');
    const missing = missingOptions(this.projectRoot, requested);
    if (missing.length === 0) return;
    if (prompt === undefined)
      this.fail(`Missing options, which are required without a terminal: ${missing.join(' ')}`);
    const { oldName, newName } = requested;
    const question = `Rename ${oldName} to ${newName} (${missing.join(' ')})?`;
    if (!(await prompt.confirm(question))) this.fail('Canceled. Nothing was renamed.');
  }
}
