import { isIP } from 'node:net';
import type { MessageText } from '../../contract/message.js';
import type { Subject } from '../../contract/records/validation.js';
import { VIOLATION_CODES } from '../../contract/records/violation-codes.js';
import { asciiDomain } from '../../util/text/ascii-domain.js';
import { readText } from './read-value.js';
import { report, type RuleOptions } from './report.js';
import { createTextRule, type TextOptions } from './text-rule.js';

/**
 * Options of `uuid`: the accepted versions, default all.
 *
 * @example
 * const random: UuidOptions = { versions: [4, 7] };
 */
export interface UuidOptions extends TextOptions {
  readonly versions?: readonly number[];
}

/**
 * Options of `ip`: the accepted version, default 4.
 *
 * @example
 * const six: IpOptions = { version: '6' };
 */
export interface IpOptions extends TextOptions {
  readonly version?: '4' | '6' | 'all';
}

/**
 * Options of `hostname`: whether a top-level domain is required, default true.
 *
 * @example
 * const internal: HostnameOptions = { requireTld: false };
 */
export interface HostnameOptions extends TextOptions {
  readonly requireTld?: boolean;
}

/**
 * Options of `passwordStrength`.
 *
 * @example
 * const strong: PasswordStrengthOptions = { minScore: 3 };
 */
export interface PasswordStrengthOptions extends RuleOptions {
  /** Minimum strength: 1 weak, 2 medium (default), 3 strong, 4 very strong. */
  readonly minScore?: number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([1-8])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i;
const RESERVED_TLDS: ReadonlySet<string> = new Set(['example', 'invalid', 'localhost', 'test']);

/**
 * Requires a UUID (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ reference }, { violations }) =>
 *   uuid({ violations, path: 'reference', value: reference });
 */
export const uuid = createTextRule<UuidOptions>({
  message: 'This value is not a valid UUID.',
  code: VIOLATION_CODES.uuid,
  isValid: (text, options) => {
    const version = UUID.exec(text)?.[1];
    return version !== undefined && (options.versions?.includes(Number(version)) ?? true);
  },
});

const IP_HINTS: Readonly<Record<string, MessageText>> = {
  '6': { message: 'Expected an IPv6 address such as 2001:db8::1.' },
  all: { message: 'Expected an IP address such as 192.0.2.1 or 2001:db8::1.' },
};

/**
 * Requires an IP address without a zone (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ address }, { violations }) =>
 *   ip({ violations, path: 'address', value: address }, { version: '4' });
 */
export const ip = createTextRule<IpOptions>({
  message: 'This value is not a valid IP address.',
  code: 'b1b427ae-9f6f-41b0-aa9b-84511fbb3c5b',
  hint: ({ version = '4' }) => IP_HINTS[version],
  isValid: (text, options) => {
    const version = String(options.version ?? '4');
    const found = text.includes('%') ? 0 : isIP(text);
    return found !== 0 && (version === 'all' || version === String(found));
  },
});

/**
 * Requires a host name (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ host }, { violations }) =>
 *   hostname({ violations, path: 'host', value: host });
 */
export const hostname = createTextRule<HostnameOptions>({
  message: 'This value is not a valid hostname.',
  code: '7057ffdb-0af4-4f7e-bd5e-e9acfa6d7a2d',
  isValid: (text, options) => isHostname(text, options.requireTld ?? true),
});

function isHostname(text: string, requireTld: boolean): boolean {
  const ascii = text.length > 253 ? null : asciiDomain(text);
  if (ascii === null) return false;
  const labels = ascii.replace(/\.$/, '').split('.');
  const tld = labels.at(-1) ?? '';
  if (ascii.length > 253 || !labels.every((label) => LABEL.test(label))) return false;
  return !requireTld || (labels.length > 1 && !/^\d+$/.test(tld) && !RESERVED_TLDS.has(tld.toLowerCase()));
}

/**
 * Requires JSON text (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ settings }, { violations }) =>
 *   json({ violations, path: 'settings', value: settings });
 */
export const json = createTextRule({
  message: 'This value should be valid JSON.',
  code: '0789c8ad-2d2b-49a4-8356-e2ce63998504',
  isValid: (text) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  },
});

/**
 * Requires a password of at least the strength `minScore` (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ password }, { violations }) =>
 *   passwordStrength({ violations, path: 'password', value: password }, { minScore: 3 });
 */
export function passwordStrength(subject: Subject, options: PasswordStrengthOptions = {}): void {
  const text = readText(subject, { keepEmpty: true });
  if (text === null || scorePassword(text) >= (options.minScore ?? 2)) return;
  report(subject, options, {
    message: 'The password strength is too low. Please use a stronger password.',
    code: '4234df00-45dd-49a4-b303-a75dbf8b10d8',
  });
}

/** Returns a score from 0 to 4 by estimated entropy: bits of the character pool per distinct character. */
function scorePassword(password: string): number {
  const bytes = new TextEncoder().encode(password);
  const distinct = new Set(bytes);
  if (distinct.size === 0) return 0;
  const pools = new Map([...distinct].map(characterPool));
  const pool = [...pools.values()].reduce((sum, size) => sum + size, 0);
  const repeated = bytes.length - distinct.size;
  const entropy = distinct.size * Math.log2(pool) + repeated * Math.log2(distinct.size);
  return [60, 80, 100, 120].filter((threshold) => entropy >= threshold).length;
}

function characterPool(byte: number): readonly [string, number] {
  if (byte < 32 || byte === 127) return ['control', 33];
  if (byte >= 128) return ['other', 128];
  if (byte >= 48 && byte <= 57) return ['digit', 10];
  if (byte >= 65 && byte <= 90) return ['upper', 26];
  if (byte >= 97 && byte <= 122) return ['lower', 26];
  return ['symbol', 33];
}
