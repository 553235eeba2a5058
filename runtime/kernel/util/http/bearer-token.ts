import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns the token of a Bearer header. Only its owner can send it, so it is safe against cross-site
 * requests.
 */
export function bearerToken({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  const parts = authorization.split(' ');
  const [prefix, jwt] = parts;
  return parts.length === 2 && prefix?.toLowerCase() === 'bearer' && jwt ? jwt : undefined;
}
