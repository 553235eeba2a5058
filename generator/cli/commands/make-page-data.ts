import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { Prompt } from 'cms-api-components/internal/kernel/contract/features/command.js';
import { MakeCommand } from '../make-command.js';

export class MakePageData extends MakeCommand {
  static override summary = 'Create a page data type.';
  static override description =
    'Writes schemas/NAME.json and generates its code. Existing files are not overwritten. A property has the form name:type, where the type is string, text, int, float, bool, datetime, date or a component type. A leading ? makes it nullable. The default type is ?string.';
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
      summary: 'Properties in the form name:type, separated by commas.',
      multiple: true,
      multipleNonGreedy: true,
      delimiter: ',',
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MakePageData);
    const prompt = await this.prompt(flags);
    const question = 'Name of the page data type, e.g. ArticleData:';
    const name = await this.requireArgument(args.name, { name: 'name', question, prompt });
    const properties = flags.properties ?? (prompt === undefined ? [] : await askProperties(prompt));
    const { makePageData } = await import('../../scaffold/make-page-data.js');
    await this.makeType((templates) => makePageData({ name, properties }, templates));
  }
}

async function askProperties(prompt: Prompt): Promise<readonly string[]> {
  const properties: string[] = [];
  for (;;) {
    const name = await prompt.ask('New property name (press <return> to stop adding properties):');
    if (name === '') return properties;
    const type = await prompt.ask(`Property type for "${name}" (default ?string):`);
    properties.push(`${name}:${type === '' ? '?string' : type}`);
  }
}
