import type { IncomingMessage } from 'node:http';
import type { Compression, ContentCoding } from '../../../kernel/contract/http/compression.js';
import { namedEntityTag } from '../../../kernel/endpoints/entity-tag.js';
import { type CachedAnswer, codedForm, headersOf } from './cached-answer.js';

type Asked = Pick<IncomingMessage, 'headers'>;

/** The forms in which clients want kept answers: coded ones stand beside those that they were made of (ADR 90). */
export interface CodedForms {
  /** The key under which the form that a request wants would be kept; undefined where it wants the answer as it is. */
  keyOf(key: string, request: Asked): string | undefined;
  /** Whether an address has an answer in that form, or as it is. */
  has(key: string, request: Asked): boolean;
  /** The form of an answer that is sent to a request: made and kept once, for all that ask meanwhile. */
  formFor(key: string, answer: CachedAnswer, request: Asked): CachedAnswer | Promise<CachedAnswer>;
}

export interface CodedFormsDeps {
  readonly compression: Compression | undefined;
  readonly answers: {
    has(key: string): boolean;
    store(key: string, form: CachedAnswer): void;
  };
}

/** Looks like no key of an answer, in which no line is empty. */
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
    // One that was computed anew since then may have other bytes.
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
      // Nothing of it is sent to a client that has it.
      const { etag } = answer;
      const has = etag !== undefined && namedEntityTag(headers['if-none-match'], etag) !== undefined;
      return has ? answer : make(formKey(key, coding), answer, coding);
    },
  };
}

const isSame = (one: CachedAnswer, other: CachedAnswer): boolean =>
  one === other || (one.since === other.since && one.body === other.body);
