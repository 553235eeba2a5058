import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { onTestFinished } from 'vitest';
import { openScaffoldStore, type ScaffoldPlace } from '../../../runtime/console/open-application.js';
import { writeFixtures } from '../../../runtime/console/write-fixtures.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import type { SiteExport } from '../../../runtime/scaffold/export/export-site.js';
import { loadScaffold, type LoadedScaffold, type Scaffold } from '../../../runtime/scaffold/scaffold.js';
import type { TestApp } from '../../support/test-app.js';

/** Returns the errors of a strict compiler for a scaffold. */
export function compilerFaults(text: string): readonly string[] {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const path = join(root, 'test/exported-scaffold.ts');
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => file === path || fileExists(file);
  host.getSourceFile = (file, target) =>
    file === path ? ts.createSourceFile(file, text, target) : getSourceFile(file, target);
  const paths = { 'cms-api-components': [join(root, 'runtime/index.ts')] };
  const strict = { ...options, noEmit: true, noUnusedLocals: true, paths };
  const program = ts.createProgram([path], strict, host);
  const source = program.getSourceFile(path);
  const found = [...program.getSemanticDiagnostics(source), ...program.getSyntacticDiagnostics(source)];
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

/** A site that was exported into a temporary folder. */
export interface ExportedSite extends SiteExport {
  readonly root: string;
  readonly source: string;
  /** Loads it into another application. */
  load(into: Pick<TestApp, 'app'>): Promise<LoadedScaffold>;
}

/** @param at the clock of a site with a fixed time */
export async function exportOf(
  { app }: Pick<TestApp, 'app'>,
  at: Pick<ScaffoldPlace, 'clock'> = {},
): Promise<ExportedSite> {
  const root = await mkdtemp(join(tmpdir(), 'cms-fixtures-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const path = join(root, 'src/fixtures/GeneratedScaffold.ts');
  const written = await writeFixtures(app, { path, name: 'GeneratedScaffold' }, { projectRoot: root, ...at });
  return {
    ...written,
    root,
    source: await readFile(path, 'utf8'),
    async load({ app: into }) {
      const module = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as { default: Scaffold };
      return into.inTransaction(async (within) =>
        loadScaffold(module.default, {
          store: await openScaffoldStore(within, SILENT_LOGGER, { projectRoot: root, ...at }),
          admin: within.config.admin,
        }),
      );
    },
  };
}
