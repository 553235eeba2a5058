import type { HttpExchange } from '../../../kernel/contract/http/http-hooks.js';
import type { WireAnswer } from '../../../kernel/contract/http/wire-answer.js';
import { type CachedAnswer, headersOf } from './cached-answer.js';
import type { CodedForms } from './coded-forms.js';
import type { SendCached } from './send-cached.js';
import { type IsStillTrue, unshared } from './still-true.js';

/** An answer that is kept, or was just computed to be. */
interface Keepable {
  readonly key: string;
  readonly answer: CachedAnswer;
}

/** Answers requests in the forms that they want, which may still have to be made: meanwhile an answer may become untrue. */
export interface AnswerInForms {
  /** Sends what others computed, or what is kept. */
  answer(exchange: HttpExchange, computed: Keepable & { readonly mayBeShared: boolean }): Promise<void>;
  /**
   * The form of a computed answer that the request wants, which others who wait are sent at the same time.
   * @param begunAt on the monotone clock, before the first statement
   */
  codeWire(
    wire: WireAnswer,
    computed: Keepable & { readonly exchange: HttpExchange; readonly begunAt: number },
  ): Promise<WireAnswer>;
}

export interface AnswerInFormsDeps {
  readonly forms: CodedForms;
  readonly isStillTrue: IsStillTrue;
  readonly send: SendCached;
}

export function createAnswerInForms({ forms, isStillTrue, send }: AnswerInFormsDeps): AnswerInForms {
  return {
    async answer(exchange, { key, answer, mayBeShared }) {
      const begunAt = performance.now();
      exchange.pattern = answer.pattern;
      const form = await forms.formFor(key, answer, exchange.request);
      const isShared = mayBeShared && (await isStillTrue(form, begunAt));
      await send(form, exchange, isShared ? 'kept' : 'unshared');
    },
    async codeWire(wire, { key, answer, exchange, begunAt }) {
      const form = await forms.formFor(key, answer, exchange.request);
      if (form === answer) return wire;
      const coded = inForm(wire, form);
      return (await isStillTrue(form, begunAt)) ? coded : unshared(coded);
    },
  };
}

/** A computed answer in the form that is kept of it, which others may be sent at the same time. */
function inForm({ status, headers }: WireAnswer, form: CachedAnswer): WireAnswer {
  const own = {
    'X-Request-Id': headers['X-Request-Id'] ?? '',
    'Cache-Control': headers['Cache-Control'] ?? '',
  };
  return { status, headers: { ...headersOf(form), ...own }, body: Buffer.from(form.body, 'latin1') };
}
