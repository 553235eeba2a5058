import type { DeliveryOutcome, OutboxChannel } from 'cms-api-components';

/** A message as its receiver gets it. */
export interface SentLetter {
  readonly sender: string;
  readonly ids: readonly string[];
  readonly key: string;
  readonly bodies: readonly unknown[];
}

/** Posts messages to a server. The status 200 means sent, 400 dead, 401 a pause, and any other one a retry. */
export const lettersChannel = (
  url: string,
  settings: Omit<OutboxChannel, 'name' | 'deliver'> & { readonly sender?: string } = {},
): OutboxChannel => {
  const { sender = 'app', ...rest } = settings;
  return {
    name: 'letters',
    ...rest,
    async deliver(messages, signal): Promise<DeliveryOutcome> {
      const letter: SentLetter = {
        sender,
        ids: messages.map(({ id }) => id),
        key: messages[0]?.key ?? '',
        bodies: messages.map(({ body }) => body),
      };
      const { status } = await fetch(url, { method: 'POST', body: JSON.stringify(letter), signal });
      const reason = `the receiver answered ${status}`;
      if (status === 200) return { kind: 'sent' };
      if (status === 400) return { kind: 'dead', reason };
      return status === 401 ? { kind: 'pause', reason, forMs: 500 } : { kind: 'retry', reason };
    },
  };
};
