import { escapeSeparators, tidyType, withoutStrings } from '../render/type-text.js';

/**
 * Lays out the unformatted declarations of json-schema-to-typescript: indentation, semicolons, short comments on one
 * line, and no wrapper declaration. It knows that program's output only, where every member has its own line and every
 * string is a JSON string; the syntax check of all generated files stands behind it.
 */
export function layOutTypes(declarations: string, wrapper: string): string {
  const lines = joinShortComments(escapeSeparators(declarations).split('\n'));
  return indent(withoutWrapper(lines, wrapper)).join('\n');
}

function joinShortComments(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = (lines[index] ?? '').trimEnd();
    const isShort = line === '/**' && lines[index + 2]?.trim() === '*/';
    joined.push(isShort ? `/** ${(lines[index + 1] ?? '').replace(/^ \* ?/, '').trim()} */` : line);
    if (isShort) index += 2;
  }
  return joined;
}

/** Cuts out `export interface <wrapper> {...}`, which holds nothing but one reference a line. */
function withoutWrapper(lines: readonly string[], wrapper: string): string[] {
  const start = lines.indexOf(`export interface ${wrapper} {`);
  const end = lines.indexOf('}', start);
  if (start === -1 || end === -1)
    throw new Error('json-schema-to-typescript printed no wrapper declaration.');
  return [...lines.slice(0, start), ...lines.slice(end + 1)];
}

interface Layout {
  readonly lines: string[];
  depth: number;
  inComment: boolean;
  /** Members that open a bracketed union over several lines: it may turn out to be their whole type. */
  readonly opened: { readonly line: number; readonly level: number }[];
}

function indent(lines: readonly string[]): readonly string[] {
  const layout: Layout = { lines: [], depth: 0, inComment: false, opened: [] };
  for (const line of lines) {
    const text = line.trim();
    if (text === '') continue;
    if (layout.inComment || text.startsWith('/*')) addComment(layout, text);
    else addCode(layout, text);
  }
  return layout.lines;
}

function addComment(layout: Layout, text: string): void {
  const { lines, depth, inComment } = layout;
  if (!inComment && depth === 0 && lines.length > 0) lines.push('');
  lines.push(`${'  '.repeat(depth)}${inComment ? ' ' : ''}${text}`);
  layout.inComment = !text.endsWith('*/');
}

function addCode(layout: Layout, text: string): void {
  const { lines, depth } = layout;
  const isStart = depth === 0 && text.startsWith('export ') && lines.length > 0;
  if (isStart && !lines.at(-1)?.endsWith('*/')) lines.push('');
  const bare = withoutStrings(text);
  const isClosing = /^[}\])]/.test(bare);
  const level = Math.max(0, depth - Number(isClosing));
  const plain = takeOffBrackets(layout, text, level);
  lines.push('  '.repeat(level) + tidyType(isFinished(plain, level) ? plain : `${plain};`));
  const balance = (bare.match(/[{[(]/g)?.length ?? 0) - (bare.match(/[}\])]/g)?.length ?? 0);
  // `(string | {` opens two brackets and one level.
  layout.depth = Math.max(0, depth + Math.sign(balance));
}

/** Lines that open something, continue, or end a declaration take no semicolon. */
function isFinished(text: string, level: number): boolean {
  return /[{([|&,;]$/.test(text) || (level === 0 && text === '}');
}

const MEMBER = /^((?:"(?:[^"\\]|\\.)*"|[\w$]+|\[k: string\])\??: )\((.*)\)$/;
const OPEN_MEMBER = /^(?:"(?:[^"\\]|\\.)*"|[\w$]+|\[k: string\])\??: \(\{$/;

/** A union that is the whole type of a member needs no brackets around it; entries of a list keep theirs. */
function takeOffBrackets({ lines, opened }: Layout, text: string, level: number): string {
  if (OPEN_MEMBER.test(text)) opened.push({ line: lines.length, level });
  const partner = opened.at(-1);
  if (partner?.level !== level || !text.startsWith('}')) return text.replace(MEMBER, unwrap);
  opened.pop();
  if (!text.endsWith(')')) return text;
  lines[partner.line] = (lines[partner.line] ?? '').replace(/\(\{$/, '{');
  return text.slice(0, -1);
}

/** Only when the brackets belong together: `(a | b)`, not `(a)[] | (b)`. */
function unwrap(whole: string, name: string, inner: string): string {
  let depth = 0;
  for (const character of withoutStrings(inner)) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0) return whole;
  }
  return name + inner;
}
