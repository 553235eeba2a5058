import type { ts as TypeScript } from 'ts-morph';
import type { GeneratedFile } from '../output/file-set.js';

/**
 * Parses the TypeScript files among `files` and refuses the run when one has a syntax error: a broken file must never
 * replace a good one. Loads ts-morph only when there is something to parse.
 * @throws Error naming each file, line and message; the cause is a template or emitter.
 */
export async function checkSyntax(files: readonly GeneratedFile[]): Promise<void> {
  const sources = files.filter((file) => file.path.endsWith('.ts'));
  if (sources.length === 0) return;
  const findFaults = await loadParser();
  const problems = sources.flatMap(({ path, content }) =>
    findFaults(path, content).map(({ line, message }) => `  ${path}:${line} ${message}`),
  );
  if (problems.length > 0) throw new Error(['The generated code does not parse:', ...problems].join('\n'));
}

/** Makes a check whether a text is one TypeScript type on one line, and nothing beside it. */
export async function createTypeCheck(): Promise<(source: string) => boolean> {
  const { ts } = await import('ts-morph');
  const findFaults = await loadParser();
  return (source) => {
    if (/[\r\n\u2028\u2029]|\/[/*]|\*\//.test(source.replace(STRINGS, ''))) return false;
    const text = `type X = ${source};`;
    if (findFaults('x.ts', text).length > 0) return false;
    const { statements } = ts.createSourceFile('x.ts', text, ts.ScriptTarget.ESNext);
    const [only] = statements;
    return statements.length === 1 && only !== undefined && ts.isTypeAliasDeclaration(only);
  };
}

const STRINGS = /'(?:[^'\\\r\n]|\\.)*'|"(?:[^"\\\r\n]|\\.)*"/g;

interface SyntaxFault {
  readonly line: number;
  readonly message: string;
}

/** The bare parser: a project with programs and symbols takes three times as long to say the same. */
async function loadParser(): Promise<(path: string, text: string) => readonly SyntaxFault[]> {
  const { ts } = await import('ts-morph');
  const options = {
    languageVersion: ts.ScriptTarget.ESNext,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  };
  return (path, text) => {
    // Every parsed file carries its faults; the declaration leaves the member out because no checker gave them.
    const file = ts.createSourceFile(path, text, options) as TypeScript.SourceFile & {
      readonly parseDiagnostics: readonly TypeScript.DiagnosticWithLocation[];
    };
    return file.parseDiagnostics.map(({ start, messageText }) => ({
      line: file.getLineAndCharacterOfPosition(start).line + 1,
      message: ts.flattenDiagnosticMessageText(messageText, ' '),
    }));
  };
}
