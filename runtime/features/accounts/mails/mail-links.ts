import type { AccountsConfig, EmailLinkConfig } from '../settings.js';
import type { RequestedParameters } from '../../../kernel/contract/http/requested.js';
import { originMatcher } from '../../../kernel/util/http/origins.js';
import { accountErrors } from '../errors.js';

/** The request that causes a mail; null for console commands. */
export type LinkSource = {
  /** The page that the request comes from, and the header that names it; absent without such a header. */
  readonly from?: { readonly url: string; readonly header: 'origin' | 'referer' };
  /** Query parameters of the request, which may include the path of the link. */
  readonly requested: RequestedParameters;
} | null;

export interface MailLinks {
  /**
   * Builds the origin and path of the page that a mailed link opens (accounts.md section 7.5).
   * @throws AppError 400 if no allowed origin or no path is known.
   */
  build(link: EmailLinkConfig, source: LinkSource, values: Readonly<Record<string, string | null>>): string;
  /** Builds a front-end URL without placeholders, for `login_url`. */
  page(path: string, source: LinkSource): string;
}

const ABSENT =
  'To generate an absolute URL to the referrer, the request must have a `origin` or `referer` header present';

/** Advice for site operators. Visitors see it only while a setting is missing. */
const SETTINGS =
  'Add it to user.email_links.allowed_origins, or set EMAIL_LINK_DEFAULT_ORIGIN for requests that name no allowed origin.';

export function createMailLinks({
  allowedOrigins,
  defaultOrigin,
}: AccountsConfig['user']['emailLinks']): MailLinks {
  const isAllowed = originMatcher(allowedOrigins);
  const fallback = defaultOrigin === null ? null : defaultOrigin.replace(/\/+$/, '');

  function origin(source: LinkSource): string {
    const outcome = source?.from === undefined ? { refusal: ABSENT } : allowedOrigin(source.from, isAllowed);
    if ('origin' in outcome) return outcome.origin;
    if (fallback !== null) return fallback;
    throw accountErrors.linkRefused(`${outcome.refusal}. ${SETTINGS}`);
  }

  return {
    build: (link, source, values) => origin(source) + buildPath(link, source, values),
    page: (path, source) => origin(source) + path,
  };
}

/** Checks the origin of the request. The host of the API is never trusted implicitly. */
function allowedOrigin(
  { url: text, header }: NonNullable<NonNullable<LinkSource>['from']>,
  isAllowed: (origin: string) => boolean,
): { origin: string } | { refusal: string } {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) return { refusal: unparsed('scheme', header) };
  const url = parseUrl(text);
  if (url === null || url.host === '') return { refusal: unparsed('host', header) };
  // `URL` converts the host to lower case and drops default ports.
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (isWeb && isAllowed(url.origin)) return { origin: url.origin };
  return { refusal: `The \`${header}\` header is not an origin that links in emails may point to` };
}

const unparsed = (part: string, header: string): string =>
  `Could not extract \`${part}\` while parsing the \`${header}\` header`;

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function buildPath(
  link: EmailLinkConfig,
  source: LinkSource,
  values: Readonly<Record<string, string | null>>,
): string {
  const requested = link.redirectPathQuery === null ? undefined : source?.requested[link.redirectPathQuery];
  if (typeof requested === 'string') {
    const path = fill(requested, values);
    if (isPlainPath(path)) return path;
  }
  if (link.defaultRedirectPath === null) {
    throw accountErrors.linkRefused(
      'No path is known that the link of the email may point to. Set default_redirect_path or redirect_path_query of this email.',
    );
  }
  return `/${fill(link.defaultRedirectPath, values).replace(/^\/+/, '')}`;
}

/**
 * Returns whether every browser treats the path as relative to the origin: no `//`, no backslash, no space or control
 * character.
 */
function isPlainPath(path: string): boolean {
  return /^\/(?!\/)[^\s\\\p{Cc}]*$/u.test(path) && !path.includes('//');
}

/** Replaces placeholders. Unknown names and null values remain unchanged. */
function fill(template: string, values: Readonly<Record<string, string | null>>): string {
  return template.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : null;
    return value == null ? whole : encodeURIComponent(value);
  });
}
