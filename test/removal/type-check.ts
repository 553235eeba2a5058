import { join } from 'node:path';
import ts from 'typescript';
import { folderOf, LIST, listWithout, ROOT } from './without-feature.js';

/**
 * Checks `runtime/` and `generator/` without some features. Each check reuses the results of the previous one, so that
 * only files affected by the removed features are checked again.
 */
export function createTypeCheck(): (without: readonly string[]) => readonly string[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile) as { config: object };
  const wanted = { ...config, include: ['runtime', 'generator'] };
  const { fileNames, options } = ts.parseJsonConfigFileContent(wanted, ts.sys, ROOT);
  const parsed = new Map<string, ts.SourceFile | undefined>();
  let last: ts.SemanticDiagnosticsBuilderProgram | undefined;

  return (without) => {
    // Packages extend the public API of a feature, so they are removed with it.
    const removed = [...without.map(folderOf), 'runtime/packages'].map((path) => `${join(ROOT, path)}/`);
    const isThere = (path: string): boolean => !removed.some((folder) => path.startsWith(folder));
    const list = listWithout(without);
    const isList = (path: string): boolean => path === join(ROOT, LIST);
    const system: ts.System = {
      ...ts.sys,
      fileExists: (path) => isThere(path) && ts.sys.fileExists(path),
      directoryExists: (path) => isThere(`${path}/`) && ts.sys.directoryExists(path),
      readFile: (path, encoding) => (isList(path) ? list : ts.sys.readFile(path, encoding)),
    };
    const host = ts.createIncrementalCompilerHost({ ...options, noEmit: true }, system);
    const read = host.getSourceFile.bind(host);
    host.getSourceFile = (path, ...how) => {
      if (isList(path) || !isThere(path)) return read(path, ...how);
      if (!parsed.has(path)) parsed.set(path, read(path, ...how));
      return parsed.get(path);
    };
    last = ts.createSemanticDiagnosticsBuilderProgram(
      fileNames.filter(isThere),
      { ...options, noEmit: true },
      host,
      last,
    );
    const found = [...last.getSyntacticDiagnostics(), ...last.getSemanticDiagnostics()];
    return found.map(
      ({ file, messageText }) =>
        `${file?.fileName.slice(ROOT.length + 1) ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  };
}
