/** Replaces control characters, so that foreign text cannot move the terminal cursor. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}
