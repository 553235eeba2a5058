/** Escapes control characters, so that text of others can not move the terminal's cursor. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}
