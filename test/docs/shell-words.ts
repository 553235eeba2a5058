/** The commands of shell lines, as words; what a shell would run is not run. */

const HERE_DOCUMENT = /<<-?\s*(['"]?)(?<end>\w+)\1[^\n]*\n[^]*?\n\s*\k<end>(?=\n|$)/g;
const TOKEN =
  /[ \t]+|(?<separator>&&|\|\||[;|&\n(){}])|(?<word>(?:\d?>&\d|'[^']*'|"(?:\\.|[^"\\])*"|\$\([^)]*\)|\\.|[^\s'";|&\\(){}]|[{}](?=\S))+)/gy;
const REDIRECTION = /^\d?[<>]/;
/** The file is the next word. */
const OPEN_REDIRECTION = /^\d?[<>]{1,2}$/;
const ASSIGNMENT = /^\w+=/;

/** Each command of the lines: its words without quotes, assignments and redirections. */
export function shellCommands(script: string): readonly (readonly string[])[] {
  const lines = script
    .replaceAll(HERE_DOCUMENT, '\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .replaceAll(/(^|\s)#[^\n]*/g, '$1');
  const commands: string[][] = [[]];
  for (const { groups } of lines.matchAll(TOKEN)) {
    if (groups?.['separator'] !== undefined) commands.push([]);
    if (groups?.['word'] !== undefined) commands.at(-1)?.push(groups['word']);
  }
  return commands.map(plainWords).filter((words) => words.length > 0);
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
