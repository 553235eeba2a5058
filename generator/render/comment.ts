const WIDTH = 110;

/**
 * Formats text as the lines of a doc comment, wrapped at 110 columns and escaped so that they can't end it. Returns
 * undefined for empty text.
 */
export function layOutComment(text: string | undefined): string | undefined {
  const lines = toPlainLines(text ?? '');
  const [first = ''] = lines;
  if (lines.length === 0) return undefined;
  if (lines.length === 1 && first.length + 7 <= WIDTH) return first;
  return lines.flatMap((line) => wrap(line, WIDTH - 3)).join('\n');
}

/** Prints a doc comment with indentation. Returns an empty string for empty text. */
export function printComment(text: string | undefined, indent: number): string {
  if (text === undefined) return '';
  const pad = ' '.repeat(indent);
  if (!text.includes('\n')) return `${pad}/** ${text} */\n`;
  const lines = text.split('\n').map((line) => `${pad} * ${line}`.trimEnd() + '\n');
  return `${pad}/**\n${lines.join('')}${pad} */\n`;
}

/** Removes comment ends, control characters and tags that tools interpret. */
function toPlainLines(text: string): string[] {
  const lines = text
    .replaceAll('*/', '*\\/')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replace(/[\u0000-\u001f\u007f-\u009f\ufeff]+/g, ' ').trim());
  while (lines.at(-1) === '') lines.pop();
  while (lines[0] === '') lines.shift();
  return lines;
}

function wrap(line: string, width: number): string[] {
  const wrapped: string[] = [];
  let current = '';
  for (const word of line.split(/ +/)) {
    if (current !== '' && current.length + 1 + word.length > width) {
      wrapped.push(current);
      current = word;
    } else {
      current = current === '' ? word : `${current} ${word}`;
    }
  }
  return [...wrapped, current];
}
