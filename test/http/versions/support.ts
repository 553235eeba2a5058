import type { TestResponse } from '../../support/test-client.js';

/** Returns the entity tag of a response. */
export function tagOf({ headers }: Pick<TestResponse, 'headers'>): string {
  const tag = headers.get('etag');
  if (tag === null) throw new Error('An answer has no ETag.');
  return tag;
}

/** Returns the version of the record in a response. */
export function versionOf(answer: Pick<TestResponse, 'headers'>): number {
  const [, version] = /^"(\d+)-[\w-]+"$/.exec(tagOf(answer)) ?? [];
  return Number(version);
}

export const ifMatch = (tag: string): { readonly 'If-Match': string } => ({ 'If-Match': tag });
