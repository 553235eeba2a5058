import type { HttpExchange } from '../../../kernel/contract/http/http-hooks.js';
import type { WireAnswer } from '../../../kernel/contract/http/wire-answer.js';
import { type CachedAnswer, headersOf } from './cached-answer.js';
import type { EncodedForms } from './encoded-forms.js';
import type { SendCached } from './send-cached.js';
import { type IsStillTrue, unshared } from './still-true.js';

/** A response that is cached or will be. */
interface Keepable {
  readonly key: string;
  readonly answer: CachedAnswer;
}

/** Sends responses in the requested encoding. Compression may take time, in which a response can become stale. */
export interface AnswerInForms {
  /** Sends a cached response, or one computed by another request. */
  answer(exchange: HttpExchange, computed: Keepable & { readonly mayBeShared: boolean }): Promise<void>;
  /**
   * Returns a computed response in the requested encoding, which other waiting requests receive too.
   * @param begunAt monotonic time before the first statement
   */
  codeWire(
    wire: WireAnswer,
    computed: Keepable & { readonly exchange: HttpExchange; readonly begunAt: number },
  ): Promise<WireAnswer>;
}

export interface AnswerInFormsDeps {
  readonly forms: EncodedForms;
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
      const encoded = inForm(wire, form);
      return (await isStillTrue(form, begunAt)) ? encoded : unshared(encoded);
    },
  };
}

/** Combines a computed response with the cached body in the requested encoding. */
function inForm({ status, headers }: WireAnswer, form: CachedAnswer): WireAnswer {
  const own = {
    'X-Request-Id': headers['X-Request-Id'] ?? '',
    'Cache-Control': headers['Cache-Control'] ?? '',
  };
  return { status, headers: { ...headersOf(form), ...own }, body: Buffer.from(form.body, 'latin1') };
}
