import { Args, Flags } from '@oclif/core';
import { MakerCommand } from '../maker-command.js';

export class MakePageData extends MakerCommand {
  static override summary = 'Add a page data type.';
  static override description =
    'Writes schemas/NAME.json and generates its code. A property is name:type; without a type it is ?string, and a leading ? allows null. Types: string, text, int, float, bool, datetime, date, or the name of a component type.';
  static override hiddenAliases = ['cms:api-components:make:page-data'];
  static override examples = [
    '<%= config.bin %> <%= command.id %> ArticleData --properties headline:?string,seats:int',
    '<%= config.bin %> <%= command.id %> ArticleData --properties headline --properties banner:Image',
  ];
  static override args = {
    name: Args.string({ name: 'NAME', description: 'Name of the type in PascalCase.' }),
  };
  static override flags = {
    properties: Flags.string({
      summary: 'Properties as name:type, separated by commas or given again.',
      multiple: true,
      multipleNonGreedy: true,
      delimiter: ',',
    }),
    'no-interaction': Flags.boolean({ char: 'n', summary: 'Ask nothing.' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MakePageData);
    const name = await this.requireArgument(
      args.name,
      'name',
      'Name of the page data type, e.g. ArticleData:',
    );
    const properties = flags.properties ?? (flags['no-interaction'] ? [] : await this.askProperties());
    const { makePageData } = await import('../../scaffold/make-page-data.js');
    await this.makeType((templates) => makePageData({ name, properties }, templates));
  }

  private async askProperties(): Promise<readonly string[]> {
    const { createPrompt, isInteractive } = await import('../../../runtime/adapters/console/prompt.js');
    const properties: string[] = [];
    if (!isInteractive()) return properties;
    const prompt = createPrompt();
    for (;;) {
      const name = await prompt.ask('New property name (press <return> to stop adding properties):');
      if (name === '') return properties;
      const type = await prompt.ask(`Property type for "${name}" (default ?string):`);
      properties.push(`${name}:${type === '' ? '?string' : type}`);
    }
  }
}
