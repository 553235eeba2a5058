import { email } from '../../../kernel/validation/constraints/strings.js';
import { createViolationList } from '../../../kernel/validation/violation-list.js';

export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

/** Parses `address` or `Name <address>`; undefined for anything else, including several addresses. */
export function parseMailAddress(text: string): MailAddress | undefined {
  const [, quoted, address = text] = /^([^<>\p{Cc}]*)<([^<>]+)>\s*$/u.exec(text) ?? [];
  const name = (quoted ?? '').trim().replace(/^"(.*)"$/, '$1');
  return isMailAddress(address.trim()) ? { name, address: address.trim() } : undefined;
}

/** Returns whether a text is exactly one address. */
export function isMailAddress(text: string): boolean {
  const violations = createViolationList();
  email({ violations, path: '', value: text });
  return text !== '' && violations.items.length === 0 && !/[\s,;:<>"()\p{Cc}]/u.test(text);
}
