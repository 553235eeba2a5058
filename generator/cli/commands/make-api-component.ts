import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { Prompt } from 'cms-api-components/internal/kernel/contract/features/command.js';
import { MakeCommand } from '../make-command.js';

const MARKERS = ['timestamped', 'publishable', 'uploadable'] as const;
type Markers = Readonly<Record<(typeof MARKERS)[number], boolean>>;

export class MakeApiComponent extends MakeCommand {
  static override summary = 'Create a component type or a record type.';
  static override description =
    'Writes schemas/NAME.json and generates its code. Existing files are not overwritten.';
  static override hiddenAliases = ['cms:api-components:make:api-component'];
  static override examples = [
    '<%= config.bin %> <%= command.id %> HeroImage --publishable --uploadable',
    '<%= config.bin %> <%= command.id %> Teaser --timestamped',
    '<%= config.bin %> <%= command.id %> ContactMessage --record --timestamped',
  ];
  static override args = {
    name: Args.string({ name: 'NAME', description: 'Name of the type in PascalCase.' }),
  };
  static override flags = {
    timestamped: Flags.boolean({ summary: 'Add createdAt and modifiedAt.' }),
    publishable: Flags.boolean({ summary: 'Add drafts.' }),
    uploadable: Flags.boolean({ summary: 'Add a file field.' }),
    record: Flags.boolean({
      summary: 'Create a record type, for data outside of pages such as messages or bookings.',
      exclusive: ['publishable'],
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MakeApiComponent);
    const prompt = await this.prompt(flags);
    const { record } = flags;
    const question = record
      ? 'Name of the type, e.g. ContactMessage:'
      : 'Name of the component, e.g. HeroImage:';
    const name = await this.requireArgument(args.name, { name: 'name', question, prompt });
    const markers = await this.markers(flags, prompt);
    const { makeComponent } = await import('../../scaffold/make-component.js');
    const { defaultAdapter } = await import('../change-project.js');
    const adapter = await defaultAdapter(this.projectRoot);
    await this.makeType((templates) => makeComponent({ name, ...markers, record, adapter }, templates));
  }

  /** Returns the markers of the type. On a terminal, prompts for each marker without a flag; the default is no. */
  private async markers(
    { timestamped, publishable, uploadable, record }: Markers & { readonly record: boolean },
    prompt: Prompt | undefined,
  ): Promise<Markers> {
    const markers = { timestamped, publishable, uploadable };
    if (prompt === undefined) return markers;
    const what = record ? 'record' : 'component';
    for (const marker of MARKERS.filter((one) => !record || one !== 'publishable')) {
      markers[marker] ||= await prompt.confirm(`Should the ${what} be ${marker}?`);
    }
    return markers;
  }
}
