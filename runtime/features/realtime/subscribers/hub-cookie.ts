import type { MercureConfig } from '../settings.js';

export type CookieConfig = Pick<MercureConfig, 'cookieName' | 'cookieSameSite' | 'publicUrl'>;

/**
 * `Set-Cookie` with which browsers present a token to the hub (realtime.md section 1.3). It ends with its token: a hub refuses
 * whoever presents one that is over, also where it lets in those who present none.
 * @param apiUrl public URL of this service
 * @param seconds until the token ends
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
    // Browsers drop one that says so on plain http.
    ...(hub.protocol === 'https:' ? ['secure'] : []),
    'httponly',
    `samesite=${cookieSameSite}`,
  ].join('; ');
}

/**
 * The domain that two hosts share when they are two; undefined for one host, which needs none. Where it is one under which
 * anybody may register, browsers refuse the cookie, which could not have reached the hub otherwise either.
 */
function commonDomain(hub: string, api: string): string | undefined {
  if (hub === api) return undefined;
  const [ofHub, ofApi] = [hub.split('.').reverse(), api.split('.').reverse()];
  const end = ofHub.findIndex((label, index) => label !== ofApi[index]);
  const shared = ofHub.slice(0, end === -1 ? undefined : end);
  const isAddress = /^[\d.]+$|:/.test(hub);
  return shared.length < 2 || isAddress ? undefined : shared.reverse().join('.');
}
