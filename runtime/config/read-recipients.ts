import type { Recipient } from './app-config.js';
import type { ConfigProblem } from '../kernel/errors/config-error.js';
import type { RawConfig } from './raw-config.js';

/** What stands between commas, which a quoted name may hold. */
const ENTRY = /(?:"(?:[^"\\]|\\.)*"|[^,])+/g;
const ADDRESS = /[^\s@<>",;]+@[^\s@<>",;]+/.source;
const NAME = /"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])*"|[^"<>\p{Cc}]*/u.source;
const RECIPIENT = new RegExp(`^(?:(${NAME})\\s*<(${ADDRESS})>|(${ADDRESS}))$`, 'u');

/**
 * Whom the alert of orphans goes to (accounts.md section 9.5): each text is an address, `Name <address>`, or several of these
 * with commas; empty ones are none.
 */
export function readRecipients(raw: RawConfig): {
  readonly recipients: readonly Recipient[];
  readonly problems: readonly ConfigProblem[];
} {
  const texts = [raw.orphaned_resources.notify.recipients ?? []].flat();
  const entries = texts
    .flatMap((text) => text?.match(ENTRY) ?? [])
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const read = entries.map((entry) => ({ entry, recipient: readRecipient(entry) }));
  return {
    recipients: read.flatMap(({ recipient }) => recipient ?? []),
    problems: read
      .filter(({ recipient }) => recipient === undefined)
      .map(({ entry }) => ({
        key: 'orphaned_resources.notify.recipients',
        problem: `"${entry}" is not an e-mail address`,
        advice: 'write addresses like editor@example.com or "Doe, Jane" <jane@example.com>',
      })),
  };
}

function readRecipient(entry: string): Recipient | undefined {
  const [, name = '', named, bare] = RECIPIENT.exec(entry) ?? [];
  const address = named ?? bare;
  if (address === undefined) return undefined;
  const text = name.trim();
  return { address, name: text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text };
}
