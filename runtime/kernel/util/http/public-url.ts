/** `base` (an address or a path) followed by a stored path, percent-encoded segment by segment. */
export function joinUrl(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** An address as clients outside this server need it, with scheme and host; a relative one leads below this server. */
export function absoluteUrl(url: string, serverUrl: string): string {
  if (URL.canParse(url)) return url;
  if (url.startsWith('//')) return new URL(serverUrl).protocol + url;
  return `${serverUrl}/${url.replace(/^\//, '')}`;
}
