import type { GeneratedFile } from '../output/file-set.js';

/**
 * Parses the TypeScript files among `files`, so that a file with syntax errors never replaces a valid one.
 * @throws Error with each file, line and message. The cause is a template or emitter.
 */
export async function checkSyntax(files: readonly GeneratedFile[]): Promise<void> {
  const sources = files.filter((file) => file.path.endsWith('.ts'));
  if (sources.length === 0) return;
  const { syntaxFaults } = await import('./parse-source.js');
  const problems = sources.flatMap(({ path, content }) =>
    syntaxFaults(content).map(({ line, message }) => `  ${path}:${line} ${message}`),
  );
  if (problems.length > 0) throw new Error(['The generated code has syntax errors:', ...problems].join('\n'));
}

/** Returns a function that checks whether a text is exactly one TypeScript type on one line. */
export async function createTypeCheck(): Promise<(source: string) => boolean> {
  const [{ compiler }, { parseSource }] = await Promise.all([
    import('./compiler.js'),
    import('./parse-source.js'),
  ]);
  return (source) => {
    if (/[\r\n\u2028\u2029]|\/[/*]|\*\//.test(source.replace(STRINGS, ''))) return false;
    const file = parseSource(`type X = ${source};`);
    const [only] = file.statements;
    const isOne = file.statements.length === 1 && only !== undefined && compiler.isTypeAliasDeclaration(only);
    return isOne && file.parseDiagnostics.length === 0;
  };
}

const STRINGS = /'(?:[^'\\\r\n]|\\.)*'|"(?:[^"\\\r\n]|\\.)*"/g;
