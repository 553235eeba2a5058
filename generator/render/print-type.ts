import type { ts } from 'ts-morph';
import { printComment } from './comment.js';
import { compiler } from './compiler.js';
import { printString } from 'cms-api-components/internal/kernel/util/text/source-literal.js';

/** The place of a printed type. */
export interface TypePlace {
  readonly indent: number;
  /** Imports a type of a neighbouring file by its name; false where the name means another type. */
  readonly importType: (module: string, name: string) => boolean;
}

/** Prints a parsed type as other generated code is: single quotes, a member a line, indented. */
export function printType(node: ts.TypeNode, place: TypePlace): string {
  // The whole type of a member needs no brackets.
  return print(compiler.isParenthesizedTypeNode(node) ? node.type : node, place);
}

function print(node: ts.TypeNode, place: TypePlace): string {
  const all = (types: readonly ts.TypeNode[], separator: string): string =>
    types.map((type) => print(type, place)).join(separator);
  if (compiler.isTypeLiteralNode(node)) return printMembers(node, place);
  if (compiler.isUnionTypeNode(node)) return all(node.types, ' | ');
  if (compiler.isIntersectionTypeNode(node)) return all(node.types, ' & ');
  if (compiler.isParenthesizedTypeNode(node)) return `(${print(node.type, place)})`;
  if (compiler.isArrayTypeNode(node)) return `${print(node.elementType, place)}[]`;
  if (compiler.isTupleTypeNode(node)) return `[${all(node.elements, ', ')}]`;
  if (compiler.isRestTypeNode(node)) return `...${print(node.type, place)}`;
  if (compiler.isLiteralTypeNode(node) && compiler.isStringLiteral(node.literal))
    return printString(node.literal.text);
  if (compiler.isImportTypeNode(node)) return printImport(node, place);
  if (compiler.isTypeReferenceNode(node))
    return node.typeName.getText() + printArguments(node.typeArguments, place);
  // The text of an author (`tsType`) stays unchanged otherwise.
  return node.getText();
}

function printImport({ argument, qualifier, typeArguments }: ts.ImportTypeNode, place: TypePlace): string {
  const given = printArguments(typeArguments, place);
  const module = print(argument, place);
  const name = qualifier?.getText();
  if (name === undefined) return `import(${module})${given}`;
  const isImported = place.importType(module.slice(1, -1), name);
  return isImported ? name + given : `import(${module}).${name}${given}`;
}

function printArguments(given: readonly ts.TypeNode[] | undefined, place: TypePlace): string {
  return given === undefined ? '' : `<${given.map((type) => print(type, place)).join(', ')}>`;
}

function printMembers({ members }: ts.TypeLiteralNode, place: TypePlace): string {
  if (members.length === 0) return '{}';
  const indent = place.indent + 2;
  const lines = members.map((member) => {
    const text = `${' '.repeat(indent)}${printMember(member, { ...place, indent })};\n`;
    return printComment(docText(member), indent) + text;
  });
  return `{\n${lines.join('')}${' '.repeat(place.indent)}}`;
}

function printMember(member: ts.TypeElement, place: TypePlace): string {
  if (compiler.isIndexSignatureDeclaration(member)) return `[k: string]: ${printType(member.type, place)}`;
  if (!compiler.isPropertySignature(member) || member.type === undefined)
    return member.getText().replace(/;$/, '');
  const mark = member.questionToken === undefined ? '' : '?';
  return `${nameText(member.name)}${mark}: ${printType(member.type, place)}`;
}

/** The comment of a declaration or member, ready to be printed again. */
export function docOf(node: ts.Node): { readonly docs?: string[] } {
  const text = docText(node);
  return text === undefined ? {} : { docs: [text] };
}

/** The lines of a node's doc comment, tags included. */
function docText(node: ts.Node): string | undefined {
  const [comment] = compiler.getJSDocCommentsAndTags(node);
  if (comment === undefined) return undefined;
  const lines = comment
    .getText()
    .slice('/**'.length, -'*/'.length)
    .split('\n')
    .map((line) => line.trim())
    .map((line) => (line.startsWith('*') ? line.slice(1).trim() : line));
  return lines.join('\n').trim();
}

/** The name of a member as other generated code writes it. */
export function nameText(name: ts.PropertyName): string {
  return compiler.isStringLiteral(name) ? printString(name.text) : name.getText();
}
