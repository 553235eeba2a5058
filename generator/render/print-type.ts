import type { ts } from 'ts-morph';
import { printComment } from './comment.js';
import { compiler } from './compiler.js';
import { printString } from './literal.js';
import { docText, nameText } from './type-members.js';

/** Prints a parsed type as other generated code is: single quotes, a member a line, indented. */
export function printType(node: ts.TypeNode, indent = 0): string {
  // The whole type of a member needs no brackets.
  return print(compiler.isParenthesizedTypeNode(node) ? node.type : node, indent);
}

function print(node: ts.TypeNode, indent: number): string {
  if (compiler.isTypeLiteralNode(node)) return printMembers(node, indent);
  if (compiler.isUnionTypeNode(node)) return node.types.map((type) => print(type, indent)).join(' | ');
  if (compiler.isIntersectionTypeNode(node)) return node.types.map((type) => print(type, indent)).join(' & ');
  if (compiler.isParenthesizedTypeNode(node)) return `(${print(node.type, indent)})`;
  if (compiler.isArrayTypeNode(node)) return `${print(node.elementType, indent)}[]`;
  if (compiler.isTupleTypeNode(node))
    return `[${node.elements.map((type) => print(type, indent)).join(', ')}]`;
  if (compiler.isRestTypeNode(node)) return `...${print(node.type, indent)}`;
  if (compiler.isLiteralTypeNode(node) && compiler.isStringLiteral(node.literal))
    return printString(node.literal.text);
  if (compiler.isImportTypeNode(node)) return printImport(node, indent);
  if (compiler.isTypeReferenceNode(node))
    return node.typeName.getText() + printArguments(node.typeArguments, indent);
  // What else an author may write (`tsType`) stays as it is.
  return node.getText();
}

function printImport(node: ts.ImportTypeNode, indent: number): string {
  const qualifier = node.qualifier === undefined ? '' : `.${node.qualifier.getText()}`;
  return `import(${print(node.argument, indent)})${qualifier}${printArguments(node.typeArguments, indent)}`;
}

function printArguments(given: readonly ts.TypeNode[] | undefined, indent: number): string {
  return given === undefined ? '' : `<${given.map((type) => print(type, indent)).join(', ')}>`;
}

function printMembers({ members }: ts.TypeLiteralNode, indent: number): string {
  if (members.length === 0) return '{}';
  const pad = ' '.repeat(indent + 2);
  const lines = members.map((member) => {
    const text = `${pad}${printMember(member, indent + 2)};\n`;
    return printComment(docText(member), indent + 2) + text;
  });
  return `{\n${lines.join('')}${' '.repeat(indent)}}`;
}

function printMember(member: ts.TypeElement, indent: number): string {
  if (compiler.isIndexSignatureDeclaration(member)) return `[k: string]: ${printType(member.type, indent)}`;
  if (!compiler.isPropertySignature(member) || member.type === undefined)
    return member.getText().replace(/;$/, '');
  const mark = member.questionToken === undefined ? '' : '?';
  return `${nameText(member.name)}${mark}: ${printType(member.type, indent)}`;
}
