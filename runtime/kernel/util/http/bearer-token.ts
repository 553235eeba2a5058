import type { IncomingHttpHeaders } from 'node:http';

/** The token of a Bearer header; only who knows it can send it, so no other site makes a browser do so. */
export function bearerToken({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  const parts = authorization.split(' ');
  const [prefix, jwt] = parts;
  return parts.length === 2 && prefix?.toLowerCase() === 'bearer' && jwt ? jwt : undefined;
}
