import type { ts } from 'ts-morph';
import { compiler } from './compiler.js';
import { printString } from '../../runtime/kernel/util/source-literal.js';

/** The comment of a declaration or member, ready to be printed again. */
export function docOf(node: ts.Node): { readonly docs?: string[] } {
  const text = docText(node);
  return text === undefined ? {} : { docs: [text] };
}

/** The lines of a node's doc comment, tags included. */
export function docText(node: ts.Node): string | undefined {
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
