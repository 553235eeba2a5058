import type { ConfigProblem } from '../../kernel/contract/config-problem.js';
import { problemAt } from '../../kernel/settings/place.js';

/** A mail recipient. */
export interface Recipient {
  readonly address: string;
  /** Display name; empty if unknown. */
  readonly name: string;
}

/** Recipients in the form of the configuration. */
export type WrittenRecipients = string | readonly (string | null)[] | null;

/** Matches the entries of a comma-separated list. Commas inside quotes do not separate. */
const ENTRY = /(?:"(?:[^"\\]|\\.)*"|[^,])+/g;
const ADDRESS = /[^\s@<>",;]+@[^\s@<>",;]+/.source;
const NAME = /"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])*"|[^"<>\p{Cc}]*/u.source;
const RECIPIENT = new RegExp(`^(?:(${NAME})\\s*<(${ADDRESS})>|(${ADDRESS}))$`, 'u');

/**
 * Parses the recipients of the orphan alert (accounts.md section 9.5). Each string is an address, `Name
 * <address>`, or a comma-separated list of these. Empty strings are ignored.
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
