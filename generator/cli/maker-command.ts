import type { Templates } from '../render/templates.js';
import { ScaffoldError, type MadeFiles } from '../scaffold/scaffold.js';
import { GeneratorCommand } from './generator-command.js';

/** A command that adds files to the project and says what to do with them. */
export abstract class MakerCommand extends GeneratorCommand {
  protected override isExpected(error: Error): boolean {
    return error instanceof ScaffoldError || super.isExpected(error);
  }

  /** Writes what a maker makes, prints its paths, generates when a type was added, and prints the guidance. */
  protected async make(
    maker: (templates: Templates) => MadeFiles,
    options: { readonly generates: boolean } = { generates: false },
  ): Promise<void> {
    const { generateAfterMaking, writeMade } = await import('./write-made.js');
    const { files, guidance } = await writeMade(this.projectRoot, maker);
    for (const file of files) this.log(file);
    if (options.generates) {
      const { written } = await generateAfterMaking(this.projectRoot);
      for (const path of written) this.log(`generated/${path}`);
    }
    this.progress(['', ...guidance].join('\n'));
  }

  /** A missing name is asked for on a terminal and refused elsewhere. */
  protected async requireArgument(
    value: string | undefined,
    name: string,
    question: string,
  ): Promise<string> {
    if (value !== undefined) return value;
    const { createPrompt, isInteractive } = await import('../../runtime/console/prompt.js');
    if (!isInteractive()) this.fail(`Not enough arguments (missing: "${name}").`);
    return createPrompt().ask(question, (answer) => (answer === '' ? 'A name is needed.' : undefined));
  }
}
