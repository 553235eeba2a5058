import {
  buildCachedAnswer,
  type CachedAnswer,
} from '../../../../../../runtime/features/caching/response-cache/cached-answer.js';

export interface AnAnswer {
  readonly body?: string | Buffer;
  readonly tags?: readonly string[];
  readonly expiresAt?: Date | undefined;
  readonly since?: number;
}

/** A response as the endpoint of a page returns it. */
export const anAnswer = ({ body = '{}', tags = ['a'], expiresAt, since = 1 }: AnAnswer = {}): CachedAnswer =>
  buildCachedAnswer({
    answer: {
      headers: {
        'Content-Type': 'application/ld+json; charset=utf-8',
        'X-Request-Id': 'of the first',
        'Cache-Control': 'public, s-maxage=60',
        ETag: '"one"',
        Link: ['</docs>; rel="help"', '<caf\u00e9>; rel="next"'],
      },
      body,
      tags,
      seconds: 60,
      expiresAt,
    },
    since,
    now: new Date('2026-02-03T04:05:06Z'),
    pattern: '/_/pages/{id}',
  });
