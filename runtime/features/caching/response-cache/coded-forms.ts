import type { IncomingMessage } from 'node:http';
import type { Compression, ContentCoding } from '../../../kernel/contract/http/compression.js';
import { namedEntityTag } from '../../../kernel/endpoints/entity-tag.js';
import { type CachedAnswer, codedForm, headersOf } from './cached-answer.js';

type Asked = Pick<IncomingMessage, 'headers'>;

/** Compressed variants of cached responses, stored next to the originals (ADR 90). */
export interface CodedForms {
  /** Returns the key of the requested encoding; undefined if the uncompressed response is requested. */
  keyOf(key: string, request: Asked): string | undefined;
  /** Returns whether the response is cached, in this encoding or uncompressed. */
  has(key: string, request: Asked): boolean;
  /** Returns the response in the requested encoding. It is compressed and stored once, also for concurrent requests. */
  formFor(key: string, answer: CachedAnswer, request: Asked): CachedAnswer | Promise<CachedAnswer>;
}

export interface CodedFormsDeps {
  readonly compression: Compression | undefined;
  readonly answers: {
    has(key: string): boolean;
    store(key: string, form: CachedAnswer): void;
  };
}

/** Builds the key of an encoding. It differs from all response keys, which contain no empty line. */
const formKey = (key: string, coding: ContentCoding): string => `${key}\n\n${coding}`;

interface Making {
  readonly answer: CachedAnswer;
  readonly form: Promise<CachedAnswer>;
}

export function createCodedForms({ compression, answers }: CodedFormsDeps): CodedForms {
  if (compression === undefined)
    return { keyOf: () => undefined, has: answers.has, formFor: (_key, answer) => answer };
  const { codingFor, isCodable, code } = compression;
  const makings = new Map<string, Making>();

  function keep(key: string, form: CachedAnswer): CachedAnswer {
    answers.store(key, form);
    return form;
  }

  function make(
    key: string,
    answer: CachedAnswer,
    coding: ContentCoding,
  ): CachedAnswer | Promise<CachedAnswer> {
    const making = makings.get(key);
    // A response computed since then may have another body.
    if (making !== undefined && isSame(making.answer, answer)) return making.form;
    const coded = code(Buffer.from(answer.body, 'latin1'), coding, 'many');
    if (!(coded instanceof Promise)) return keep(key, codedForm(answer, coding, coded));
    const form = coded.then((bytes) => keep(key, codedForm(answer, coding, bytes)));
    const begun = { answer, form };
    makings.set(key, begun);
    const forget = (): void => {
      if (makings.get(key) === begun) makings.delete(key);
    };
    form.then(forget, forget);
    return form;
  }

  function keyOf(key: string, { headers }: Asked): string | undefined {
    const coding = codingFor(headers['accept-encoding']);
    return coding === undefined ? undefined : formKey(key, coding);
  }

  return {
    keyOf,
    has(key, request) {
      const own = keyOf(key, request);
      return (own !== undefined && answers.has(own)) || answers.has(key);
    },
    formFor(key, answer, { headers }) {
      const coding = codingFor(headers['accept-encoding'], answer.body.length);
      if (coding === undefined) return answer;
      answer.isCodable ??= isCodable(headersOf(answer));
      if (!answer.isCodable) return answer;
      // A 304 response has no body to compress.
      const { etag } = answer;
      const has = etag !== undefined && namedEntityTag(headers['if-none-match'], etag) !== undefined;
      return has ? answer : make(formKey(key, coding), answer, coding);
    },
  };
}

const isSame = (one: CachedAnswer, other: CachedAnswer): boolean =>
  one === other || (one.since === other.since && one.body === other.body);
