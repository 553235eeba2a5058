import type { OwnAdminManifest } from '../../kernel/contract/features/own-admin.js';
import { contentSecurityPolicy } from '../../kernel/util/http/content-security-policy.js';
import { escapeHtml } from '../../kernel/util/text/escape-html.js';

/** Where the page may load from beside its own host. */
export interface PageSources {
  /** Origins of files, that of the service among them. */
  readonly files: readonly string[];
  readonly hub: string | null;
  readonly frontEnd: string | null;
}

/** What `index.html` of the package has in its places for one place that serves it. */
export interface PageValues {
  readonly nonce: string;
  /** The path below which the application is, between slashes. */
  readonly base: string;
  /** Where the API is: a path on the same host, or an address. */
  readonly api: string;
  readonly own: OwnAdminManifest | undefined;
  /** A policy that the page brings itself, where nobody sends one with it. */
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
 * The page runs the scripts and styles of its own host and those that are named, and nothing inline; it shows, plays and reads files,
 * frames the front end, and talks to the service and its hub.
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

/** The policy as the header of an answer. */
export const answeredPolicy = (sources: PageSources, nonce: string): string =>
  contentSecurityPolicy(pagePolicy(sources, { script: `'nonce-${nonce}'`, style: `'nonce-${nonce}'` }));
