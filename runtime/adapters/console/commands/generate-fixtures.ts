import { relative } from 'node:path';
import * as Flags from '@oclif/core/flags';
import { ServiceCommand } from '../service-command.js';

const NAME = 'generate-fixtures';
const STOPPED = new Error('Stopped. Nothing was written.');

export class GenerateFixtures extends ServiceCommand {
  static override summary = 'Write a scaffold that makes the present site again.';
  static override description =
    'Loaded into an empty database with `cms scaffold:load FILE`, it makes layouts, pages, page data, routes, groups and components with their drafts, and stored files, which are copied to assets/ beside it. Lists what it cannot make. Changes nothing of the site; an existing file is written over.';
  static override hiddenAliases = [`cms:api-components:${NAME}`];
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --output src/fixtures/BlogScaffold.ts --namespace blog.en',
  ];
  static override flags = {
    output: Flags.string({
      char: 'o',
      summary: 'File of the scaffold, which is named after it.',
      default: 'src/fixtures/GeneratedScaffold.ts',
    }),
    namespace: Flags.string({
      summary: 'Folders below that of the file, joined by dots or slashes.',
      helpValue: 'NAME',
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(GenerateFixtures);
    const { fixtureTarget } = await import('../../../scaffold/export/fixture-target.js');
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

/** Aborted when the process is asked to end, once: nobody is kept waiting who asks again. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort(STOPPED));
  return controller.signal;
}
