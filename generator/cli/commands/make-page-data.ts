import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { Prompt } from 'cms-api-components/internal/kernel/contract/command.js';
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
