import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../read-pages.js';

const WHOLE =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.WriteArrowStyleSignature |
  ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;
const printer = ts.createPrinter({ removeComments: true });

/**
 * Returns the signature of every export of a module, sorted by name. Types and interfaces are printed as written. Functions,
 * classes and constants are printed with the types that the compiler infers, without bodies.
 */
export function printApi(path: string): string {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(ROOT, 'tsconfig.json'), (file) => ts.sys.readFile(file)).config,
    ts.sys,
    ROOT,
  );
  const program = ts.createProgram([join(ROOT, path)], { ...options, noEmit: true, incremental: false });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(join(ROOT, path));
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${path} exports nothing`);
  const exported = checker.getExportsOfModule(module).sort((a, b) => (a.name < b.name ? -1 : 1));
  return exported.map((symbol) => printExport(symbol, checker)).join('\n');
}

function printExport(exported: ts.Symbol, checker: ts.TypeChecker): string {
  const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
  const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
  const declarations = symbol.declarations ?? [];
  const [first] = declarations;
  if (first === undefined) throw new Error(`${exported.name} is not declared`);
  const { fileName } = first.getSourceFile();
  if (fileName.includes('/node_modules/'))
    return `export { ${exported.name} } from '${/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(fileName)?.[1] ?? ''}';`;
  // Of an overloaded function, only the signatures that callers see.
  const seen = declarations.filter((each) => declarations.length === 1 || !('body' in each));
  return seen.map((declaration) => printDeclaration(declaration, symbol, checker)).join('\n');
}

function printDeclaration(node: ts.Declaration, symbol: ts.Symbol, checker: ts.TypeChecker): string {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return printNode(node, node);
  if (ts.isClassDeclaration(node)) return printClass(node, checker);
  const type = checker.getTypeOfSymbolAtLocation(symbol, node);
  if (ts.isFunctionDeclaration(node)) {
    const signature = checker.getSignatureFromDeclaration(node);
    return signature === undefined ? '' : `export function ${symbol.name}${signatureOf(signature, checker)};`;
  }
  return `export const ${symbol.name}: ${checker.typeToString(type, node, WHOLE)};`;
}

/** Prints the public members of a class, without bodies. */
function printClass(node: ts.ClassDeclaration, checker: ts.TypeChecker): string {
  const heritage = (node.heritageClauses ?? []).map((clause) => printNode(clause, node)).join(' ');
  const members = node.members.flatMap((member) => {
    if (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) return [];
    const signature = ts.isFunctionLike(member) ? checker.getSignatureFromDeclaration(member) : undefined;
    if (signature !== undefined) {
      const name = ts.isConstructorDeclaration(member) ? 'constructor' : (member.name?.getText() ?? '');
      const text = signatureOf(signature, checker);
      return [`  ${name}${name === 'constructor' ? text.replace(/: [^:]*$/, '') : text};`];
    }
    if (!ts.isPropertyDeclaration(member)) return [];
    const type = checker.typeToString(checker.getTypeAtLocation(member), member, WHOLE);
    const modifiers = (member.modifiers ?? []).map((modifier) => `${modifier.getText()} `).join('');
    return [`  ${modifiers}${member.name.getText()}: ${type};`];
  });
  return [`export class ${node.name?.text ?? ''} ${heritage} {`, ...members, '}'].join('\n');
}

const printNode = (node: ts.Node, within: ts.Node): string =>
  printer.printNode(ts.EmitHint.Unspecified, node, within.getSourceFile());

const signatureOf = (signature: ts.Signature, checker: ts.TypeChecker): string =>
  checker.signatureToString(signature, undefined, ts.TypeFormatFlags.NoTruncation);
