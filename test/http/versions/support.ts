import type { TestResponse } from '../../support/test-client.js';

/** The entity tag of an answer. */
export function tagOf({ headers }: Pick<TestResponse, 'headers'>): string {
  const tag = headers.get('etag');
  if (tag === null) throw new Error('An answer has no ETag.');
  return tag;
}

/** The version of the record that an answer shows. */
export function versionOf(answer: Pick<TestResponse, 'headers'>): number {
  const [, version] = /^"(\d+)-[\w-]+"$/.exec(tagOf(answer)) ?? [];
  return Number(version);
}

export const ifMatch = (tag: string): { readonly 'If-Match': string } => ({ 'If-Match': tag });
