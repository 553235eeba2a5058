import type { DeliveryOutcome } from '../../../kernel/contract/features/outbox.js';
import type { Clock } from '../../../kernel/ports/clock.js';
import { causeOf } from '../../../kernel/util/failures/fetch-failure.js';
import type { Hub } from '../hub-settings.js';
import { signHubToken, type TokenGrant } from '../hub-token.js';
import { formOf, type Publication } from './publication.js';

/** Sends an update to the hub. Failure reasons contain the status and a hint, never a token. */
export type Publish = (update: Publication, delivery: Delivery) => Promise<DeliveryOutcome>;

interface Delivery {
  readonly signal: AbortSignal;
  /** Returns whether another process may have sent newer updates. */
  readonly isLate: () => boolean;
}

/** Lifetime of the publisher's token in seconds; it is replaced earlier. */
const LIFETIME = 300;
const REPLACED_AFTER = LIFETIME * 0.8 * 1000;

const SENT: DeliveryOutcome = { kind: 'sent' };
const LATE: DeliveryOutcome = { kind: 'retry', reason: 'this process was suspended' };

/** Publishes over HTTP with a token limited to the topics of this service. */
export function createHubClient({
  hub,
  url,
  grant,
  clock,
}: {
  readonly hub: Hub;
  /** URL at which this service reaches the hub. */
  readonly url: string;
  readonly grant: Omit<TokenGrant, 'action'>;
  readonly clock: Clock;
}): Publish {
  let token: { readonly text: string; readonly made: number } | undefined;

  function tokenText(): string {
    const now = clock.now();
    const age = token === undefined ? Infinity : now.getTime() - token.made;
    // If the clock was set back, the token would be valid only in the future.
    if (token === undefined || age < 0 || age > REPLACED_AFTER) {
      const text = signHubToken(hub, { ...grant, action: 'publish' }, { now, lifetimeSeconds: LIFETIME });
      token = { text, made: now.getTime() };
    }
    return token.text;
  }

  async function post(update: Publication, signal: AbortSignal): Promise<number> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenText()}` },
      body: formOf(update),
      // The token must not be sent to the target of a redirect.
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

/** Maps a response status to an outcome (realtime.md section 1.5). */
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
