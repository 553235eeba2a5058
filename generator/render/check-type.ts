import type { ts as TypeScript } from 'ts-morph';

/** Makes a check whether a text is one TypeScript type on one line, and nothing beside it. */
export async function createTypeCheck(): Promise<(source: string) => boolean> {
  const { ts } = await import('ts-morph');
  const options = {
    languageVersion: ts.ScriptTarget.ESNext,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  };
  return (source) => {
    if (/[\r\n\u2028\u2029]|\/[/*]|\*\//.test(source.replace(STRINGS, ''))) return false;
    // Every parsed file carries its faults; the declaration leaves the member out because no checker gave them.
    const file = ts.createSourceFile('x.ts', `type X = ${source};`, options) as TypeScript.SourceFile & {
      readonly parseDiagnostics: readonly TypeScript.DiagnosticWithLocation[];
    };
    const [only] = file.statements;
    const isOne = file.statements.length === 1 && only !== undefined && ts.isTypeAliasDeclaration(only);
    return isOne && file.parseDiagnostics.length === 0;
  };
}

const STRINGS = /'(?:[^'\\\r\n]|\\.)*'|"(?:[^"\\\r\n]|\\.)*"/g;
