const WIDTH = 110;

/** A doc comment made from free text, wrapped at 110 columns and unable to end early; empty for empty text. */
export function printComment(text: string | undefined, indent = 0): string {
  const paragraphs = toPlainLines(text ?? '');
  if (paragraphs.length === 0) return '';
  const pad = ' '.repeat(indent);
  const [first = ''] = paragraphs;
  if (paragraphs.length === 1 && indent + first.length + 7 <= WIDTH) return `${pad}/** ${first} */\n`;
  const lines = paragraphs.flatMap((line) => wrap(line, WIDTH - indent - 3));
  return `${pad}/**\n${lines.map((line) => `${pad} * ${line}`.trimEnd() + '\n').join('')}${pad} */\n`;
}

/** Text safe inside any comment: no comment end, no control characters, no tags that tools would obey. */
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
