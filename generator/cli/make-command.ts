import type { Prompt } from 'cms-api-components/internal/kernel/contract/features/command.js';
import type { Templates } from '../render/templates.js';
import { assertTypeName, type MadeFiles } from '../scaffold/scaffold.js';
import { GeneratorCommand } from './generator-command.js';

type Maker = (templates: Templates) => MadeFiles;

interface MissingArgument {
  readonly name: string;
  readonly question: string;
  readonly prompt: Prompt | undefined;
}

/** A command that adds files to the project and says what to do with them. */
export abstract class MakeCommand extends GeneratorCommand {
  /** Writes what a maker makes, prints its paths and the guidance. */
  protected async make(maker: Maker): Promise<void> {
    const { writeMadeFiles } = await import('../scaffold/write-made-files.js');
    const made = await this.madeBy(maker);
    await writeMadeFiles(this.projectRoot, made);
    this.reportMade(made);
  }

  /**
   * Makes a new type like `make`, and generates too, and writes nothing when that cannot be done. The migration is left to `cms
   * generate`, because the fields of the type usually follow (accounts.md 14).
   */
  protected async makeType(maker: Maker): Promise<void> {
    const { assertNew } = await import('../scaffold/write-made-files.js');
    const { changeSchemas } = await import('./change-project.js');
    const made = await this.madeBy(maker);
    assertNew(this.projectRoot, made);
    const changes = new Map(made.files.map(({ path, content }) => [path, content]));
    const { written } = await changeSchemas(this.projectRoot, changes, { withoutMigration: true });
    this.reportMade(made, written);
  }

  private async madeBy(maker: Maker): Promise<MadeFiles> {
    const { loadTemplates } = await import('../render/templates.js');
    return maker(await loadTemplates());
  }

  private reportMade({ files, guidance }: MadeFiles, generated: readonly string[] = []): void {
    for (const { path } of files) this.log(path);
    for (const path of generated) this.log(`generated/${path}`);
    this.progress(['', ...guidance].join('\n'));
  }

  /** The one to ask, on a terminal without `--no-interaction`; undefined: nobody is to be asked. */
  protected async prompt(flags: { readonly 'no-interaction'?: boolean }): Promise<Prompt | undefined> {
    if (flags['no-interaction'] === true) return undefined;
    const { createPrompt, isInteractive } = await import('cms-api-components/internal/console/prompt.js');
    return isInteractive() ? createPrompt() : undefined;
  }

  /** A missing name is asked for, and refused where nobody is to be asked. */
  protected async requireArgument(
    value: string | undefined,
    { name, question, prompt }: MissingArgument,
  ): Promise<string> {
    if (value !== undefined) return value;
    if (prompt === undefined)
      this.fail(`Not enough arguments (missing: "${name}"). See: cms ${this.id ?? ''} --help`);
    return prompt.ask(question, typeNameFault);
  }
}

/** A wrong answer is reported before the next question is asked. */
function typeNameFault(answer: string): string | undefined {
  try {
    assertTypeName(answer);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
