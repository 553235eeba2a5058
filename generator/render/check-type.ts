/** Makes a check whether a text is one TypeScript type on one line, and nothing beside it. */
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
