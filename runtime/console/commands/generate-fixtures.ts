import { relative } from 'node:path';
import * as Flags from '@oclif/core/flags';
import { ServiceCommand } from '../service-command.js';

const NAME = 'generate-fixtures';
const STOPPED = new Error('Canceled. Nothing was written.');

export class GenerateFixtures extends ServiceCommand {
  static override summary = 'Export the site as a scaffold.';
  static override description =
    'Writes a scaffold that recreates layouts, pages, page data, routes, groups and components with their drafts when it is loaded into an empty database (`cms scaffold:load FILE`). Stored files are copied to assets/ next to it. Lists everything that it cannot recreate. The site is not changed. An existing file is overwritten.';
  static override hiddenAliases = [`cms:api-components:${NAME}`];
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --output src/fixtures/BlogScaffold.ts --namespace blog.en',
  ];
  static override flags = {
    output: Flags.string({
      char: 'o',
      summary: 'Path of the scaffold file. The scaffold is named after it.',
      default: 'src/fixtures/GeneratedScaffold.ts',
    }),
    namespace: Flags.string({
      summary: 'Subfolders for the file, separated by dots or slashes.',
      helpValue: 'NAME',
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(GenerateFixtures);
    const { fixtureTarget } = await import('../../scaffold/export/fixture-target.js');
    const target = fixtureTarget({ root: this.projectRoot, ...flags });
    const { enterExport } = await import('../enter-export.js');
    const { writeFixtures } = await import('../write-fixtures.js');
    const signal = stopSignal();
    await this.withApp(async (app) => {
      await enterExport(app, 'content as a scaffold');
      const progress = this.progressLine();
      const written = writeFixtures(app, target, { onProgress: progress.report, signal });
      const { assets, gaps } = await written.finally(() => progress.end());
      this.log(`Fixture class written to ${this.shown(target.path)}`);
      if (assets.files > 0)
        this.log(`${assets.files} stored file(s) exported to ${this.shown(assets.folder)}`);
      if (gaps.length > 0) this.log(`${gaps.length} item(s) could not be reproduced:`);
      for (const gap of gaps) this.log(`  - ${gap}`);
      return 0;
    });
  }

  protected override describeError(error: unknown): string {
    return error === STOPPED ? STOPPED.message : super.describeError(error);
  }

  private shown(path: string): string {
    const inside = relative(this.projectRoot, path);
    return inside.startsWith('..') ? path : inside;
  }
}

/** Returns a signal that aborts on the first request to stop; a second one ends the process immediately. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort(STOPPED));
  return controller.signal;
}
