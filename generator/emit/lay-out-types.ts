/**
 * Lays out the unformatted declarations of json-schema-to-typescript: indentation, semicolons, short comments on one
 * line, and no wrapper declaration. It knows that program's output only, where every member has its own line and every
 * string is a JSON string; the syntax check of all generated files stands behind it.
 */
export function layOutTypes(declarations: string, wrapper: string): string {
  const lines = joinShortComments(escapeSeparators(declarations).split('\n'));
  return indent(withoutWrapper(lines, wrapper)).join('\n');
}

/** TypeScript reads these as line breaks; inside strings the escape means the same, inside comments it harms nothing. */
function escapeSeparators(text: string): string {
  return text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
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

function indent(lines: readonly string[]): string[] {
  const laidOut: string[] = [];
  let depth = 0;
  let inComment = false;
  for (const line of lines) {
    const text = line.trim();
    if (text === '') continue;
    if (inComment || text.startsWith('/*')) {
      if (!inComment && depth === 0 && laidOut.length > 0) laidOut.push('');
      const isContinued = inComment;
      inComment = !text.endsWith('*/');
      laidOut.push(`${'  '.repeat(depth)}${isContinued ? ' ' : ''}${text}`);
      continue;
    }
    const { opened, closed, leading } = countBraces(text);
    const isStart = depth === 0 && text.startsWith('export ') && laidOut.length > 0;
    if (isStart && !laidOut.at(-1)?.endsWith('*/')) laidOut.push('');
    laidOut.push(
      '  '.repeat(Math.max(0, depth - (leading > 0 ? 1 : 0))) + singleQuotes(terminate(text, depth)),
    );
    // `(string | {` opens two brackets and one level.
    depth = Math.max(0, depth + Math.sign(opened - closed));
  }
  return laidOut;
}

/** Braces and brackets outside strings; `leading` are those that close before anything opens. */
function countBraces(text: string): { opened: number; closed: number; leading: number } {
  const bare = text.replace(STRING, '""');
  const opened = bare.match(/[{[(]/g)?.length ?? 0;
  const closed = bare.match(/[}\])]/g)?.length ?? 0;
  const leading = /^[}\])]+/.exec(bare)?.[0].length ?? 0;
  return { opened, closed, leading };
}

/** Quotes as the other generated files do; a string that holds an apostrophe keeps its double quotes. */
function singleQuotes(text: string): string {
  return text.replace(STRING, (whole, inner: string) =>
    inner.includes("'") ? whole : `'${inner.replaceAll('\\"', '"')}'`,
  );
}

const STRING = /"((?:[^"\\]|\\.)*)"/g;

/** Ends a member with a semicolon, and takes the brackets off a union that stands alone. */
function terminate(text: string, depth: number): string {
  if (/[{([|&,;]$/.test(text) || (depth <= 1 && text === '}')) return text;
  const plain = text.replace(/^((?:"(?:[^"\\]|\\.)*"|[\w$]+|\[k: string\])\??: )\((.*)\)$/, unwrap);
  return `${plain};`;
}

/** Only when the brackets belong together: `(a | b)`, not `(a)[] | (b)`. */
function unwrap(whole: string, name: string, inner: string): string {
  let depth = 0;
  for (const character of inner.replace(STRING, '""')) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0) return whole;
  }
  return name + inner;
}
