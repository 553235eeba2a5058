import { isIP } from 'node:net';
import type { ConfigProblem } from '../kernel/contract/config-problem.js';

/** Proxies whose `X-Forwarded-For` is trusted: addresses and ranges, or the number of proxies. */
export type TrustedProxies = readonly string[] | number;

/** Named ranges. */
const NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Parses TRUSTED_PROXIES, a comma-separated list. */
export function parseTrustedProxies(text: string): TrustedProxies {
  const entries = entriesOf(text);
  return isCount(entries) ? Number(entries[0]) : entries;
}

/** Refuses to trust every address: clients could then choose the address for rate limits and logs. */
export function checkTrustedProxies(text: string, name: string): readonly ConfigProblem[] {
  const entries = entriesOf(text);
  if (isCount(entries)) return [];
  return entries
    .filter((entry) => !isRange(entry))
    .map((entry) => ({
      key: name,
      problem:
        entry === '*' || entry === 'true' || entry.endsWith('/0')
          ? `"${entry}" trusts every client to set its own address`
          : `"${entry}" is not a valid address or range`,
      advice:
        'use addresses and ranges such as 10.0.0.2, 172.16.0.0/12 or loopback, or the number of proxies, such as 1',
    }));
}

function entriesOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function isCount([first = '', second]: readonly string[]): boolean {
  return second === undefined && /^\d{1,2}$/.test(first);
}

function isRange(entry: string): boolean {
  if (NAMES.has(entry)) return true;
  const [address = '', length, more] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || more !== undefined) return false;
  if (length === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128);
}
