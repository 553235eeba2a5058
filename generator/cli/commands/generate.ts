import * as Flags from '@oclif/core/flags';
import { resolve } from 'node:path';
import type { GenerateOptions, GenerateResult } from '../../generate.js';
import { GeneratorCommand } from '../generator-command.js';

export class Generate extends GeneratorCommand {
  static override summary = 'Generate code and migrations from the schemas.';
  static override description =
    'Writes the code of every type to generated/, and a migration if the tables change. Nothing is written if a schema file is invalid.';
  /** Checked here because the message of oclif about exclusive flags is hard to read. */
  static override usage =
    '<%= command.id %> [-v] [-q] [-n] [--check | --watch | --allow-destructive] [--openapi FILE]';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --check',
    '<%= config.bin %> <%= command.id %> --watch',
    '<%= config.bin %> <%= command.id %> --openapi openapi.json',
  ];
  static override flags = {
    check: Flags.boolean({
      summary: 'Write nothing. Exit with 1 if generated/ is out of date.',
      exclusive: ['watch'],
    }),
    watch: Flags.boolean({ summary: 'Generate again when a schema file changes.' }),
    'allow-destructive': Flags.boolean({
      summary: 'Allow a migration that deletes stored data.',
      exclusive: ['check', 'watch'],
    }),
    openapi: Flags.string({
      summary: 'Also write the OpenAPI document of the API to FILE.',
      helpValue: 'FILE',
      exclusive: ['watch'],
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Generate);
    const { generatorOptions } = await import('../generator-options.js');
    const options = await generatorOptions(this.projectRoot, {
      allowDestructive: flags['allow-destructive'],
    });
    if (flags.watch) return this.watch(options);
    const { check, generate } = await import('../../generate.js');
    if (flags.check) {
      await check(options);
      this.log('generated/ is up to date.');
    } else this.report(await generate(options));
    if (flags.openapi !== undefined) await this.writeOpenApi(flags.openapi);
  }

  private async writeOpenApi(file: string): Promise<void> {
    const { writeOpenApi } = await import('cms-api-components/internal/console/write-openapi.js');
    await writeOpenApi(resolve(this.projectRoot, file), { root: this.projectRoot });
    this.log(file);
  }

  private report({ written, deleted, copies, unchanged, notices, timings }: GenerateResult): void {
    for (const path of written) this.log(`generated/${path}`);
    for (const path of deleted) this.log(`deleted generated/${path}`);
    for (const path of copies.written) this.log(path);
    for (const path of copies.deleted) this.log(`deleted ${path}`);
    this.progress(
      written.length + deleted.length === 0
        ? `generated/ is up to date (${unchanged} files).`
        : `${written.length} written, ${deleted.length} deleted, ${unchanged} unchanged.`,
    );
    for (const notice of notices) this.progress(notice);
    for (const [phase, milliseconds] of Object.entries(timings))
      this.detail(`${phase}: ${Math.round(milliseconds)} ms`);
  }

  private async watch(options: GenerateOptions): Promise<void> {
    const { watch } = await import('../../watch.js');
    const { untilStopped } = await import('cms-api-components/internal/console/serve-project.js');
    const watcher = watch(options, (outcome) => {
      if (outcome.kind === 'generated') this.report(outcome.result);
      else this.progress(this.describeError(outcome.error));
    });
    this.progress('Watching schemas/. Press Ctrl+C to stop.');
    await untilStopped();
    await watcher.close();
  }
}
