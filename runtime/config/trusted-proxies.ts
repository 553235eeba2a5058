import { isIP } from 'node:net';

/** The proxies whose `X-Forwarded-For` is believed: addresses and ranges, or how many stand in front. */
export type TrustedProxies = readonly string[] | number;

/** Ranges that have a name. */
const NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);
const ADVICE =
  'write addresses and ranges like 10.0.0.2, 172.16.0.0/12, loopback, or how many proxies stand in front, like 1';

/** What entries of TRUSTED_PROXIES mean; `refusals` say what is wrong with them and what to write. */
export function parseTrustedProxies(entries: readonly string[]): {
  readonly proxies: TrustedProxies;
  readonly refusals: readonly { readonly problem: string; readonly advice: string }[];
} {
  const [first = '', second] = entries;
  if (second === undefined && /^\d{1,2}$/.test(first)) return { proxies: Number(first), refusals: [] };
  const refusals = entries.filter((entry) => !isRange(entry)).map((entry) => describe(entry));
  return { proxies: refusals.length > 0 ? [] : entries, refusals };
}

function isRange(entry: string): boolean {
  if (NAMES.has(entry)) return true;
  const [address = '', length, more] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || more !== undefined) return false;
  if (length === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128);
}

/** Trusting everybody lets every client name the address that throttles and logs go by. */
function describe(entry: string): { problem: string; advice: string } {
  const trustsAll = entry === '*' || entry === 'true' || entry.endsWith('/0');
  const problem = trustsAll
    ? `"${entry}" would believe whatever address a client gives itself`
    : `"${entry}" is not the address or range of a proxy`;
  return { problem, advice: ADVICE };
}
