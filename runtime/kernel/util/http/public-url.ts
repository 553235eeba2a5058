/** Appends a path to `base` (a URL or a path), percent-encoded by segment. */
export function joinUrl(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/**
 * Returns an absolute URL for clients outside this server; relative URLs are resolved against this server.
 */
export function absoluteUrl(url: string, serverUrl: string): string {
  if (URL.canParse(url)) return url;
  if (url.startsWith('//')) return new URL(serverUrl).protocol + url;
  return `${serverUrl}/${url.replace(/^\//, '')}`;
}
