import type { ConfigProblem } from '../../kernel/errors/config-error.js';
import { problemAt } from '../../kernel/settings/place.js';

/** The recipients of a mail. */
export interface Recipient {
  readonly address: string;
  /** Empty where none is known. */
  readonly name: string;
}

/** The recipients as a configuration states them. */
export type WrittenRecipients = string | readonly (string | null)[] | null;

/** The texts between commas; a comma inside a quoted name does not separate. */
const ENTRY = /(?:"(?:[^"\\]|\\.)*"|[^,])+/g;
const ADDRESS = /[^\s@<>",;]+@[^\s@<>",;]+/.source;
const NAME = /"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])*"|[^"<>\p{Cc}]*/u.source;
const RECIPIENT = new RegExp(`^(?:(${NAME})\\s*<(${ADDRESS})>|(${ADDRESS}))$`, 'u');

/**
 * Reads the recipients of the alert of orphans (accounts.md section 9.5): each text is an address, `Name <address>`, or several
 * of these with commas; empty ones are none.
 */
export function readRecipients(written: WrittenRecipients): readonly Recipient[] {
  return entriesOf(written).flatMap((entry) => readRecipient(entry) ?? []);
}

export function checkRecipients(written: WrittenRecipients, key: string): readonly ConfigProblem[] {
  const advice = 'use addresses such as editor@example.com or "Doe, Jane" <jane@example.com>';
  return entriesOf(written)
    .filter((entry) => readRecipient(entry) === undefined)
    .flatMap((entry) => problemAt(key, `"${entry}" is not a valid email address`, advice));
}

function entriesOf(written: WrittenRecipients): readonly string[] {
  return [written ?? []]
    .flat()
    .flatMap((text) => text?.match(ENTRY) ?? [])
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function readRecipient(entry: string): Recipient | undefined {
  const [, name = '', named, bare] = RECIPIENT.exec(entry) ?? [];
  const address = named ?? bare;
  if (address === undefined) return undefined;
  const text = name.trim();
  return { address, name: text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text };
}
