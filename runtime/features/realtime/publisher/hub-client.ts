import type { DeliveryOutcome } from '../../../kernel/contract/features/outbox.js';
import type { Clock } from '../../../kernel/ports/clock.js';
import { causeOf } from '../../../kernel/util/failures/fetch-failure.js';
import type { Hub } from '../hub-settings.js';
import { signHubToken, type TokenGrant } from '../hub-token.js';
import { formOf, type Publication } from './publication.js';

/** Gives an update to the hub. Reasons name the status and what to look at, never a token. */
export type Publish = (update: Publication, delivery: Delivery) => Promise<DeliveryOutcome>;

interface Delivery {
  readonly signal: AbortSignal;
  /** Whether another process may have sent newer updates by now. */
  readonly isLate: () => boolean;
}

/** Seconds for which the token of the publisher is valid; it is replaced before. */
const LIFETIME = 300;
const REPLACED_AFTER = LIFETIME * 0.8 * 1000;

const SENT: DeliveryOutcome = { kind: 'sent' };
const LATE: DeliveryOutcome = { kind: 'retry', reason: 'this process stood still' };

/** Publishes over HTTP with a token that may publish what this service publishes and nothing else. */
export function createHubClient({
  hub,
  url,
  grant,
  clock,
}: {
  readonly hub: Hub;
  /** The address at which this service reaches the hub. */
  readonly url: string;
  readonly grant: Omit<TokenGrant, 'action'>;
  readonly clock: Clock;
}): Publish {
  let token: { readonly text: string; readonly made: number } | undefined;

  function tokenText(): string {
    const now = clock.now();
    const age = token === undefined ? Infinity : now.getTime() - token.made;
    // A clock that was set back makes a token of the future.
    if (token === undefined || age < 0 || age > REPLACED_AFTER) {
      const text = signHubToken(hub, { ...grant, action: 'publish' }, { now, lifetime: LIFETIME });
      token = { text, made: now.getTime() };
    }
    return token.text;
  }

  async function post(update: Publication, signal: AbortSignal): Promise<number> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenText()}` },
      body: formOf(update),
      // The token is for the hub, not for whoever it leads to.
      redirect: 'manual',
      signal,
    });
    await response.body?.cancel();
    return response.status;
  }

  return async (update, { signal, isLate }) => {
    try {
      if (isLate()) return LATE;
      let status = await post(update, signal);
      if (status === 401) {
        token = undefined;
        if (isLate()) return LATE;
        status = await post(update, signal);
      }
      return outcomeOf(status);
    } catch (error) {
      const reason = signal.aborted ? 'did not answer in time' : `could not be reached (${causeOf(error)})`;
      return { kind: 'retry', reason: `the hub ${reason}` };
    }
  };
}

/** The outcome of an update by the status of the answer (realtime.md section 1.5). */
export function outcomeOf(status: number): DeliveryOutcome {
  if (status === 200) return SENT;
  const reason = `the hub answered ${status}`;
  if (status === 400 || status === 413) return { kind: 'dead', reason };
  if (status === 429 || status >= 500) return { kind: 'retry', reason };
  return {
    kind: 'pause',
    reason: `${reason}: ${ADVICE[status] ?? 'MERCURE_URL has to be the address of its publish endpoint'}`,
  };
}

const ADVICE: Readonly<Record<number, string>> = {
  401: 'its issuer has to be mercure.jwt.iss, its resource_identifier mercure.jwt.aud, its key MERCURE_JWT_SECRET',
  403: 'it has to let its issuer publish the topics of this service',
  421: 'its public_urls have to name the host of MERCURE_URL',
};
