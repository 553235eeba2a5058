/** Splits shell lines into commands and words, without running anything. */

const HERE_DOCUMENT = /<<-?\s*(['"]?)(?<end>\w+)\1[^\n]*\n[^]*?\n\s*\k<end>(?=\n|$)/g;
const TOKEN =
  /[ \t]+|(?<separator>&&|\|\||[;|&\n(){}])|(?<word>(?:\d?>&\d|'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'";|&\\(){}]|[{}](?=\S))+)/gy;
const REDIRECTION = /^\d?[<>]/;
/** Redirections whose file is the next word. */
const OPEN_REDIRECTION = /^\d?[<>]{1,2}$/;
const ASSIGNMENT = /^\w+=/;

/** Returns each command of the lines as words, without quotes, assignments and redirections. */
export function shellCommands(script: string): readonly (readonly string[])[] {
  const lines = script
    .replaceAll(HERE_DOCUMENT, '\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .replaceAll(/(^|\s)#[^\n]*/g, '$1');
  const { outer, inner } = takeSubstitutions(lines);
  const commands: string[][] = [[]];
  for (const { groups } of outer.matchAll(TOKEN)) {
    if (groups?.['separator'] !== undefined) commands.push([]);
    if (groups?.['word'] !== undefined) commands.at(-1)?.push(groups['word']);
  }
  const own = commands.map(plainWords).filter((words) => words.length > 0);
  return [...own, ...inner.flatMap(shellCommands)];
}

/** Replaces each `$( )` by a variable, and returns the commands inside. Inner quotes do not affect outer ones. */
function takeSubstitutions(lines: string): { readonly outer: string; readonly inner: readonly string[] } {
  const start = lines.indexOf('$(');
  if (start < 0) return { outer: lines, inner: [] };
  const end = endOfSubstitution(lines, start + 2);
  const rest = takeSubstitutions(lines.slice(end + 1));
  return {
    outer: `${lines.slice(0, start)}$OUTPUT${rest.outer}`,
    inner: [lines.slice(start + 2, end), ...rest.inner],
  };
}

function endOfSubstitution(lines: string, start: number): number {
  let depth = 1;
  for (const { 0: mark, index } of lines.slice(start).matchAll(/'[^']*'|"(?:\\.|[^"\\])*"|[()]/g)) {
    if (mark === '(') depth++;
    if (mark === ')') depth--;
    if (depth === 0) return start + index;
  }
  return lines.length;
}

function plainWords(words: readonly string[]): readonly string[] {
  const redirected = words.flatMap((word, index) =>
    OPEN_REDIRECTION.test(words[index - 1] ?? '') ? [] : [word],
  );
  const own = redirected.filter((word) => !REDIRECTION.test(word));
  const first = own.findIndex((word) => !ASSIGNMENT.test(word));
  return first < 0 ? [] : own.slice(first).map(unquote);
}

const unquote = (word: string): string => word.replaceAll(/'([^']*)'|"((?:\\.|[^"\\])*)"/g, '$1$2');
