import type { GeneratedFile } from '../output/file-set.js';

/**
 * Parses the TypeScript files among `files` and refuses the run when one has a syntax error: a broken file must never
 * replace a good one. Loads ts-morph only when there is something to parse.
 * @throws Error naming each file, line and message; the cause is a template or emitter, or a schema's `tsType`.
 */
export async function checkSyntax(files: readonly GeneratedFile[]): Promise<void> {
  const sources = files.filter((file) => file.path.endsWith('.ts'));
  if (sources.length === 0) return;
  const { Project } = await import('ts-morph');
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { noResolve: true },
  });
  for (const { path, content } of sources) project.createSourceFile(path, content);
  const problems = project
    .getProgram()
    .getSyntacticDiagnostics()
    .map((diagnostic) => {
      const path = diagnostic.getSourceFile()?.getFilePath().slice(1) ?? '';
      const text = diagnostic.getMessageText();
      return `  ${path}:${diagnostic.getLineNumber()} ${typeof text === 'string' ? text : text.getMessageText()}`;
    });
  if (problems.length > 0) throw new Error(['The generated code does not parse:', ...problems].join('\n'));
}
