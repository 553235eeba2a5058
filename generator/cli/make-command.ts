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

/** Base class of commands that add files to the project and print the next steps. */
export abstract class MakeCommand extends GeneratorCommand {
  /** Writes the files of a maker, and prints their paths and the next steps. */
  protected async make(maker: Maker): Promise<void> {
    const { writeMadeFiles } = await import('../scaffold/write-made-files.js');
    const made = await this.madeBy(maker);
    await writeMadeFiles(this.projectRoot, made);
    this.reportMade(made);
  }

  /**
   * Creates a type like `make` and runs the generator. Writes nothing if generation fails. The migration is left to
   * `cms generate`, because the fields of the type usually follow (accounts.md 14).
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

  /** Returns a prompt on a terminal without `--no-interaction`, otherwise undefined. */
  protected async prompt(flags: { readonly 'no-interaction'?: boolean }): Promise<Prompt | undefined> {
    if (flags['no-interaction'] === true) return undefined;
    const { createPrompt, isInteractive } = await import('cms-api-components/internal/console/prompt.js');
    return isInteractive() ? createPrompt() : undefined;
  }

  /** Returns the argument, prompts for it if it is missing, or rejects the command if prompts are disabled. */
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

/** Validates an entered type name, so that a wrong one is reported before the next question. */
function typeNameFault(answer: string): string | undefined {
  try {
    assertTypeName(answer);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
