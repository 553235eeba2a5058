import type {
  DeliveryOutcome,
  OutboxChannel,
  PendingMessage,
} from '../../../kernel/contract/features/outbox.js';
import type { Publish } from './hub-client.js';
import { CHANNEL, type WaitingUpdate } from './plan-messages.js';
import { publication, type Publication } from './publication.js';
import type { RenderRecord } from './render-record.js';

/** Maximum number of messages at once; several changes of one record are sent as one update. */
const MESSAGES_AT_ONCE = 50;

/**
 * Creates the outbox channel of the hub. Messages of one record are sent in order, those of different records in
 * parallel.
 */
export function createRealtimeChannel(render: RenderRecord, publish: Publish): OutboxChannel {
  return {
    name: CHANNEL,
    batchSize: MESSAGES_AT_ONCE,
    async deliver(messages, signal, isLate) {
      let result = SENT;
      for (const step of mergeRecords(messages)) {
        for (const update of await updatesOf(step, render)) {
          const outcome = await publish(update, { signal, isLate });
          // A permanently failed message must not block the others.
          if (outcome.kind === 'dead') result = outcome;
          else if (outcome.kind !== 'sent') return outcome;
        }
      }
      return result;
    },
  };
}

const SENT: DeliveryOutcome = { kind: 'sent' };

interface Step {
  readonly id: string;
  readonly update: WaitingUpdate;
}

/** Merges consecutive messages of a record: records are rendered in their current state, so one update is enough. */
function mergeRecords(messages: readonly PendingMessage[]): readonly Step[] {
  const steps: Step[] = [];
  for (const { id, body } of messages) {
    const update = body as WaitingUpdate; // created by `planMessages`
    const last = steps.at(-1)?.update;
    if (update.kind !== 'record' || last?.kind !== 'record') steps.push({ id, update });
    else steps[steps.length - 1] = { id, update: { ...update, wasShown: update.wasShown || last.wasShown } };
  }
  return steps;
}

async function updatesOf({ id, update }: Step, render: RenderRecord): Promise<readonly Publication[]> {
  if (update.kind === 'record') return (await render(update)).map((rendered) => publication(id, rendered));
  const { iri, url, isPrivate } = update;
  return [publication(id, { topics: [url], isPrivate, document: { '@id': iri } })];
}
