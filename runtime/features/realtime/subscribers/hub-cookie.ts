import type { MercureConfig } from '../settings.js';

export type CookieConfig = Pick<MercureConfig, 'cookieName' | 'cookieSameSite' | 'publicUrl'>;

/**
 * Returns a `Set-Cookie` value with the token for the hub (realtime.md section 1.3). It expires with its token,
 * because a hub refuses an expired token even where it allows anonymous clients.
 * @param apiUrl public URL of this service
 * @param seconds lifetime of the token in seconds
 */
export function hubCookieText(
  { cookieName, cookieSameSite, publicUrl }: CookieConfig,
  { token, seconds, apiUrl }: { readonly token: string; readonly seconds: number; readonly apiUrl: string },
): string {
  const hub = new URL(publicUrl);
  const domain = commonDomain(hub.hostname, new URL(apiUrl).hostname);
  return [
    `${cookieName}=${token}`,
    `Max-Age=${seconds}`,
    `path=${hub.pathname}`,
    ...(domain === undefined ? [] : [`domain=${domain}`]),
    // Browsers drop a `Secure` cookie on plain http.
    ...(hub.protocol === 'https:' ? ['secure'] : []),
    'httponly',
    `samesite=${cookieSameSite}`,
  ].join('; ');
}

/**
 * Returns the common parent domain of two hosts, or undefined if they are the same. If it is a public suffix,
 * browsers refuse the cookie, which could not have reached the hub anyway.
 */
function commonDomain(hub: string, api: string): string | undefined {
  if (hub === api) return undefined;
  const [ofHub, ofApi] = [hub.split('.').reverse(), api.split('.').reverse()];
  const end = ofHub.findIndex((label, index) => label !== ofApi[index]);
  const shared = ofHub.slice(0, end === -1 ? undefined : end);
  const isAddress = /^[\d.]+$|:/.test(hub);
  return shared.length < 2 || isAddress ? undefined : shared.reverse().join('.');
}
