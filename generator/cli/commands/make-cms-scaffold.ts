import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { MakeCommand } from '../make-command.js';

const DEFAULT_NAME = 'AppScaffold';
const DEFAULT_FILE = 'scaffold.ts';

export class MakeCmsScaffold extends MakeCommand {
  static override summary = 'Create a scaffold with a layout and a home page.';
  static override description =
    'Writes scaffold.ts, or scaffolds/NAME.ts if NAME is given. Existing files are not overwritten.';
  static override hiddenAliases = ['cms:api-components:make:cms-scaffold'];
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> BlogScaffold --layout-ref main --layout-component Primary',
  ];
  static override args = {
    name: Args.string({ name: 'NAME', description: 'Name of the scaffold.', default: DEFAULT_NAME }),
  };
  static override flags = {
    'layout-ref': Flags.string({ summary: 'Reference of the layout.', default: 'main' }),
    'layout-component': Flags.string({
      summary: 'Front-end component that renders the layout.',
      default: 'Primary',
    }),
  };

  async run(): Promise<void> {
    const { args, flags, metadata } = await this.parse(MakeCmsScaffold);
    const prompt = await this.prompt(flags);
    const requested = async (flag: 'layout-ref' | 'layout-component', question: string): Promise<string> => {
      if (prompt === undefined || metadata.flags[flag]?.setFromDefault !== true) return flags[flag];
      const answer = await prompt.ask(`${question} (default ${flags[flag]}):`);
      return answer === '' ? flags[flag] : answer;
    };
    const layoutReference = await requested('layout-ref', 'Reference of the layout');
    const layoutComponent = await requested('layout-component', 'Front-end component of the layout');
    const file = args.name === DEFAULT_NAME ? DEFAULT_FILE : `scaffolds/${args.name}.ts`;
    const { makeCmsScaffold } = await import('../../scaffold/make-cms-scaffold.js');
    await this.make((templates) =>
      makeCmsScaffold({ name: args.name, layoutReference, layoutComponent, file }, templates),
    );
  }
}
