import type { GeneratedFile } from '../output/file-set.js';

/**
 * Parses the TypeScript files among `files` and refuses the run when one has a syntax error: a broken file must never
 * replace a good one.
 * @throws Error naming each file, line and message; the cause is a template or emitter.
 */
export async function checkSyntax(files: readonly GeneratedFile[]): Promise<void> {
  const sources = files.filter((file) => file.path.endsWith('.ts'));
  if (sources.length === 0) return;
  const { syntaxFaults } = await import('./parse-source.js');
  const problems = sources.flatMap(({ path, content }) =>
    syntaxFaults(content).map(({ line, message }) => `  ${path}:${line} ${message}`),
  );
  if (problems.length > 0) throw new Error(['The generated code does not parse:', ...problems].join('\n'));
}
