import type { OwnAdminManifest } from '../../extension-points/own-admin.js';
import { contentSecurityPolicy } from '../../kernel/util/http/content-security-policy.js';
import { escapeHtml } from '../../kernel/util/text/escape-html.js';

/** Origins that the page may load from, in addition to its own host. */
export interface PageSources {
  /** Origins of files, including the service itself. */
  readonly files: readonly string[];
  readonly hub: string | null;
  readonly frontEnd: string | null;
}

/** Values for the placeholders of `index.html` in the admin package. */
export interface PageValues {
  readonly nonce: string;
  /** Path of the application, with leading and trailing slash. */
  readonly base: string;
  /** Path of the API on the same host, or its URL. */
  readonly api: string;
  readonly own: OwnAdminManifest | undefined;
  /** Content security policy as a meta tag, for hosts that send no policy header. */
  readonly policy?: string;
}

const PLACES = {
  nonce: '__NONCE__',
  base: '__BASE__',
  api: '__API__',
  own: '__OWN__',
  style: '<!-- own style -->',
  policy: '<!-- policy -->',
} as const;

export function fillPage(page: string, { nonce, base, api, own, policy }: PageValues): string {
  const ownAddress = (name: string): string => `${escapeHtml(base)}own/${escapeHtml(name)}`;
  const style = own?.style === undefined ? '' : `<link rel="stylesheet" href="${ownAddress(own.style)}" />`;
  const tag =
    policy === undefined
      ? ''
      : `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}" />`;
  return page
    .replaceAll(PLACES.nonce, () => nonce)
    .replaceAll(PLACES.base, () => escapeHtml(base))
    .replaceAll(PLACES.api, () => escapeHtml(api))
    .replaceAll(PLACES.own, () => (own === undefined ? '' : ownAddress(own.script)))
    .replaceAll(PLACES.style, () => style)
    .replaceAll(PLACES.policy, () => tag);
}

/**
 * Returns the content security policy of the page: scripts and styles from its own host or named by source, and nothing
 * else inline. It also allows files, a frame with the front end, and connections to the service and its hub.
 */
export function pagePolicy(
  { files, hub, frontEnd }: PageSources,
  allowed: { readonly script: string; readonly style: string },
): Readonly<Record<string, readonly string[]>> {
  return {
    'script-src': [`'self'`, allowed.script],
    'style-src': [`'self'`, allowed.style],
    'img-src': [`'self'`, 'blob:', 'data:', ...files],
    'media-src': [`'self'`, 'blob:', ...files],
    'connect-src': [`'self'`, ...files, ...(hub === null ? [] : [hub])],
    'font-src': [`'self'`],
    'frame-src': [frontEnd ?? `'none'`],
  };
}

/** Returns the policy as a response header. */
export const answeredPolicy = (sources: PageSources, nonce: string): string =>
  contentSecurityPolicy(pagePolicy(sources, { script: `'nonce-${nonce}'`, style: `'nonce-${nonce}'` }));
