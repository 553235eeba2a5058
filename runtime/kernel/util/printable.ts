/** What others wrote moves no cursor. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}
