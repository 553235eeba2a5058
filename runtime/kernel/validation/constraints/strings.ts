import { isIP } from 'node:net';
import type { MessageText } from '../../contract/message.js';
import type { Subject } from '../../contract/records/validation.js';
import { VIOLATION_CODES } from '../../contract/records/violation-codes.js';
import { countCodePoints } from '../../util/text/code-points.js';
import { asciiDomain } from '../../util/text/ascii-domain.js';
import { messageOf } from '../../util/text/message-text.js';
import { readText } from './read-value.js';
import { checkSize, report, type MeasuredSize, type RuleOptions, type SizeOptions } from './report.js';
import { createTextRule } from './text-rule.js';

/**
 * Options of `length`: minimum, maximum or exact number of characters.
 *
 * @example
 * const short: LengthOptions = { max: 80, normalizer: 'trim' };
 */
export interface LengthOptions extends SizeOptions {
  readonly normalizer?: 'trim';
}

/**
 * Options of `email`: strictness of the check.
 *
 * @example
 * const strict: EmailOptions = { mode: 'strict' };
 */
export interface EmailOptions extends RuleOptions {
  readonly mode?: 'html5' | 'html5-allow-no-tld' | 'strict';
  readonly normalizer?: 'trim';
}

/**
 * Options of `regex`: the pattern, and whether the value must match it.
 *
 * @example
 * const code: RegexOptions = { pattern: '/^[A-Z]{3}$/' };
 */
export interface RegexOptions extends RuleOptions {
  /** Pattern: `/body/flags`, a bare body, or a compiled regular expression. */
  readonly pattern: string | RegExp;
  /** Whether the value must match (default) or must not match. */
  readonly match?: boolean;
  readonly normalizer?: 'trim';
}

/**
 * Options of `url`: accepted protocols, and whether a top-level domain is required.
 *
 * @example
 * const secure: UrlOptions = { protocols: ['https'] };
 */
export interface UrlOptions extends RuleOptions {
  readonly protocols?: readonly string[];
  readonly relativeProtocol?: boolean;
  readonly requireTld?: boolean;
  readonly tldMessage?: string;
  readonly normalizer?: 'trim';
}

/**
 * Longer values are rejected without matching, which bounds the cost of a slow pattern.
 *
 * @example
 * const isTooLong = (text: string): boolean => text.length > MAX_REGEX_SUBJECT;
 */
export const MAX_REGEX_SUBJECT = 50_000;

const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const LOCAL_PART = "[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+";
const EMAIL = new RegExp(`^${LOCAL_PART}@${LABEL}(?:\\.${LABEL})+$`);
const EMAIL_WITHOUT_TLD = new RegExp(`^${LOCAL_PART}@${LABEL}(?:\\.${LABEL})*$`);
const MAX_EMAIL_LENGTH = 320;

/**
 * Limits the number of code points; `""` has length 0.
 *
 * @example
 * const validate: Validate = ({ title }, { violations }) =>
 *   length({ violations, path: 'title', value: title }, { max: 80 });
 */
export function length(subject: Subject, options: LengthOptions): void {
  const text = readText(subject, { ...options, keepEmpty: true });
  if (text === null) return;
  const size = countCodePoints(text);
  const parameters = { value_length: String(size), value: `"${text}"` };
  checkSize(subject, options, { size, parameters, violations: LENGTH_VIOLATIONS });
}

const LENGTH_VIOLATIONS: MeasuredSize['violations'] = {
  exactMessage: {
    message:
      'This value should have exactly {{ limit }} character.|This value should have exactly {{ limit }} characters.',
    code: '4b6f5c76-22b4-409d-af16-fbe823ba9332',
  },
  minMessage: {
    message:
      'This value is too short. It should have {{ limit }} character or more.|This value is too short. It should have {{ limit }} characters or more.',
    code: '9ff3fdc4-b214-49db-8718-39c315e33d45',
  },
  maxMessage: {
    message:
      'This value is too long. It should have {{ limit }} character or less.|This value is too long. It should have {{ limit }} characters or less.',
    code: VIOLATION_CODES.tooLong,
  },
};

/**
 * Requires an email address. The local part is ASCII, which every mail server accepts; the domain may be
 * international.
 *
 * @example
 * const validate: Validate = ({ emailAddress }, { violations }) =>
 *   email({ violations, path: 'emailAddress', value: emailAddress });
 */
export const email = createTextRule<EmailOptions>({
  message: 'This value is not a valid email address.',
  code: 'bd79c0ab-ddba-46cc-a703-a7a4b08de310',
  isValid(text, { mode }) {
    const pattern = mode === 'html5-allow-no-tld' ? EMAIL_WITHOUT_TLD : EMAIL;
    return text.length <= MAX_EMAIL_LENGTH && pattern.test(withAsciiDomain(text));
  },
});

function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + (asciiDomain(address.slice(at)) ?? '');
}

/**
 * Requires a text that matches a pattern, or does not match it (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ code }, { violations }) =>
 *   regex({ violations, path: 'code', value: code }, { pattern: '/^[A-Z]{3}$/' });
 */
export const regex = createTextRule<RegexOptions>({
  message: 'This value is not valid.',
  code: 'de1e3db3-5ed4-4941-aae4-59f3667cc3a3',
  hint: ({ pattern, match = true }) =>
    pattern === undefined || !match
      ? undefined
      : messageOf('Expected a text that matches {{ pattern }}.', {
          parameters: { pattern: String(pattern) },
        }),
  isValid(text, { pattern: written = '', match = true }) {
    const pattern = typeof written === 'string' ? parsePattern(written) : written;
    return pattern !== null && text.length <= MAX_REGEX_SUBJECT && pattern.test(text) === match;
  },
});

/**
 * Compiles `/body/flags` or a bare body; null if it is invalid. The flags `g` and `y` are removed, because
 * they keep state between values.
 *
 * @example
 * const isCode = parsePattern('/^[A-Z]{3}$/')?.test('ABC') ?? false;
 */
export function parsePattern(source: string): RegExp | null {
  const parts = /^\/(.*)\/([a-z]*)$/s.exec(source);
  try {
    return parts === null
      ? new RegExp(source, 'u')
      : new RegExp(parts[1] ?? '', (parts[2] ?? '').replace(/[gy]/g, ''));
  } catch {
    return compileWithoutUnicode(parts === null ? source : null);
  }
}

/** Compiles bare patterns that are invalid in Unicode mode, such as `\-` outside a class. */
function compileWithoutUnicode(source: string | null): RegExp | null {
  if (source === null) return null;
  try {
    return new RegExp(source);
  } catch {
    return null;
  }
}

/**
 * Requires an absolute URL with a host; `requireTld` also requires a dotted host name.
 *
 * @example
 * const validate: Validate = ({ website }, { violations }) =>
 *   url({ violations, path: 'website', value: website }, { protocols: ['https'] });
 */
export function url(subject: Subject, options: UrlOptions = {}): void {
  const text = readText(subject, options);
  if (text === null) return;
  const hostname = readHostname(text, options);
  const parameters = { value: `"${text}"` };
  if (hostname === null) {
    report(subject, options, {
      message: 'This value is not a valid URL.',
      code: '57c2f299-1154-4870-89bb-ef3b1f5ad229',
      parameters,
      hint: protocolHint(options),
    });
    return;
  }
  if (
    options.requireTld !== true ||
    isIP(hostname.replace(/[[\]]/g, '')) !== 0 ||
    /\.[^.\d][^.]+\.?$/.test(hostname)
  )
    return;
  report(
    subject,
    { payload: options.payload },
    {
      message: options.tldMessage ?? 'This URL is missing a top-level domain.',
      code: '8a5d387f-0716-46b4-844b-67367faf435a',
      parameters,
    },
  );
}

/** Returns a hint with the accepted protocols; the default hint shows a web URL. */
function protocolHint({ protocols = [] }: UrlOptions): MessageText | undefined {
  if (protocols.length === 0 || protocols.includes('https')) return undefined;
  return messageOf('Expected a URL that begins with {{ protocols }}.', {
    parameters: { protocols: protocols.map((protocol) => `${protocol}://`).join(', ') },
  });
}

function readHostname(text: string, options: UrlOptions): string | null {
  const absolute = options.relativeProtocol === true && text.startsWith('//') ? `https:${text}` : text;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\/[^/?#]/i.exec(absolute)?.[1]?.toLowerCase();
  const protocols = options.protocols ?? ['http', 'https'];
  const isRelative = absolute !== text;
  if (scheme === undefined || (!isRelative && !protocols.includes(scheme))) return null;
  // The platform's parser corrects these instead of rejecting them.
  if (/[\s\u0000-\u001f\u007f<>"{}|\\^`]/.test(absolute)) return null;
  // The parser validates hosts of http-like schemes only, so every URL is parsed as https.
  const parsed = parseUrl(absolute.replace(/^[^:]+:/, 'https:'));
  if (parsed === null || parsed.hostname === '') return null;
  const isValidHost =
    parsed.hostname.startsWith('[') ||
    parsed.hostname
      .replace(/\.$/, '')
      .split('.')
      .every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
  return isValidHost ? parsed.hostname : null;
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
