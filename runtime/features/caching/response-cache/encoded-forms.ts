import type { IncomingMessage } from 'node:http';
import type { Compression, ContentEncoding } from '../../../kernel/contract/http/compression.js';
import { namedEntityTag } from '../../../kernel/endpoints/entity-tag.js';
import { type CachedAnswer, encodedForm, headersOf } from './cached-answer.js';

type Requested = Pick<IncomingMessage, 'headers'>;

/** Compressed variants of cached responses, stored next to the originals (ADR 90). */
export interface EncodedForms {
  /** Returns the key of the requested encoding; undefined if the uncompressed response is requested. */
  keyOf(key: string, request: Requested): string | undefined;
  /** Returns whether the response is cached, in this encoding or uncompressed. */
  has(key: string, request: Requested): boolean;
  /** Returns the response in the requested encoding. It is compressed and stored once, also for concurrent requests. */
  formFor(key: string, answer: CachedAnswer, request: Requested): CachedAnswer | Promise<CachedAnswer>;
}

export interface EncodedFormsDeps {
  readonly compression: Compression | undefined;
  readonly answers: {
    has(key: string): boolean;
    store(key: string, form: CachedAnswer): void;
  };
}

/** Builds the key of an encoding. It differs from all response keys, which contain no empty line. */
const formKey = (key: string, encoding: ContentEncoding): string => `${key}\n\n${encoding}`;

interface Making {
  readonly answer: CachedAnswer;
  readonly form: Promise<CachedAnswer>;
}

export function createEncodedForms({ compression, answers }: EncodedFormsDeps): EncodedForms {
  if (compression === undefined)
    return { keyOf: () => undefined, has: answers.has, formFor: (_key, answer) => answer };
  const { encodingFor, isCodable, code } = compression;
  const makings = new Map<string, Making>();

  function keep(key: string, form: CachedAnswer): CachedAnswer {
    answers.store(key, form);
    return form;
  }

  function make(
    key: string,
    answer: CachedAnswer,
    encoding: ContentEncoding,
  ): CachedAnswer | Promise<CachedAnswer> {
    const making = makings.get(key);
    // A response computed since then may have another body.
    if (making !== undefined && isSame(making.answer, answer)) return making.form;
    const encoded = code(Buffer.from(answer.body, 'latin1'), encoding, 'many');
    if (!(encoded instanceof Promise)) return keep(key, encodedForm(answer, encoding, encoded));
    const form = encoded.then((bytes) => keep(key, encodedForm(answer, encoding, bytes)));
    const begun = { answer, form };
    makings.set(key, begun);
    const forget = (): void => {
      if (makings.get(key) === begun) makings.delete(key);
    };
    form.then(forget, forget);
    return form;
  }

  function keyOf(key: string, { headers }: Requested): string | undefined {
    const encoding = encodingFor(headers['accept-encoding']);
    return encoding === undefined ? undefined : formKey(key, encoding);
  }

  return {
    keyOf,
    has(key, request) {
      const own = keyOf(key, request);
      return (own !== undefined && answers.has(own)) || answers.has(key);
    },
    formFor(key, answer, { headers }) {
      const encoding = encodingFor(headers['accept-encoding'], answer.body.length);
      if (encoding === undefined) return answer;
      answer.isCodable ??= isCodable(headersOf(answer));
      if (!answer.isCodable) return answer;
      // A 304 response has no body to compress.
      const { etag } = answer;
      const has = etag !== undefined && namedEntityTag(headers['if-none-match'], etag) !== undefined;
      return has ? answer : make(formKey(key, encoding), answer, encoding);
    },
  };
}

const isSame = (one: CachedAnswer, other: CachedAnswer): boolean =>
  one === other || (one.since === other.since && one.body === other.body);
