import { join } from 'node:path';
import ts from 'typescript';
import { folderOf, LIST, listWithout, ROOT } from './without-feature.js';

/**
 * Checks `runtime/` and `generator/` without a feature; undefined for all of them. Each check starts from what the one before
 * found, so that only files are checked anew which the missing one concerns.
 */
export function createTypeCheck(): (feature: string | undefined) => readonly string[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile) as { config: object };
  const wanted = { ...config, include: ['runtime', 'generator'] };
  const { fileNames, options } = ts.parseJsonConfigFileContent(wanted, ts.sys, ROOT);
  const parsed = new Map<string, ts.SourceFile | undefined>();
  let last: ts.SemanticDiagnosticsBuilderProgram | undefined;

  return (feature) => {
    const removed = feature === undefined ? undefined : `${join(ROOT, folderOf(feature))}/`;
    const isThere = (path: string): boolean => removed === undefined || !path.startsWith(removed);
    const list = feature === undefined ? undefined : listWithout([feature]);
    const isList = (path: string): boolean => path === join(ROOT, LIST);
    const system: ts.System = {
      ...ts.sys,
      fileExists: (path) => isThere(path) && ts.sys.fileExists(path),
      directoryExists: (path) => isThere(`${path}/`) && ts.sys.directoryExists(path),
      readFile: (path, encoding) =>
        isList(path) && list !== undefined ? list : ts.sys.readFile(path, encoding),
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
