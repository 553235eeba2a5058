import type { ts } from 'ts-morph';
import { printComment } from './comment.js';
import { compiler } from './compiler.js';
import { printString } from 'cms-api-components/internal/kernel/util/text/source-literal.js';

/** Context of a printed type. */
export interface TypePlace {
  readonly indent: number;
  /** Imports a type from another file. Returns false if the name already has another meaning. */
  readonly importType: (module: string, name: string) => boolean;
}

/** Prints a parsed type in the style of generated code: single quotes, one member per line, indented. */
export function printType(node: ts.TypeNode, place: TypePlace): string {
  // The type of a whole member needs no parentheses.
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
  // The text of `tsType` is otherwise unchanged.
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

/** Returns the doc comment of a declaration or member for printing. */
export function docOf(node: ts.Node): { readonly docs?: string[] } {
  const text = docText(node);
  return text === undefined ? {} : { docs: [text] };
}

/** Returns the lines of a node's doc comment, tags included. */
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

/** Returns the name of a member in the style of generated code. */
export function nameText(name: ts.PropertyName): string {
  return compiler.isStringLiteral(name) ? printString(name.text) : name.getText();
}
