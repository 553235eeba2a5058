import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { FormListener } from '../../../extension-points/forms/form-success.js';
import type { Outbox } from '../../../kernel/contract/features/outbox.js';
import type { Clock } from '../../../kernel/ports/clock.js';
import { FORM_SUBMITTED } from '../events.js';
import type { KnownWebhooks } from '../stored/known-webhooks.js';
import type { Webhook } from '../webhook.js';
import { messageOf } from './plan-messages.js';

export interface FormListenerDeps {
  readonly known: Pick<KnownWebhooks, 'current'>;
  readonly outbox: Pick<Outbox, 'append'>;
  readonly clock: Clock;
  /** Session for reads outside transactions. */
  readonly database: SqlSession;
}

const asks = ({ events }: Webhook): boolean => events.includes(FORM_SUBMITTED);

/** Creates events for form submissions in their unit of work. Messages of one form keep their order. */
export function createFormListener({ known, outbox, clock, database }: FormListenerDeps): FormListener {
  return {
    isListening: async () => (await known.current(database)).some(asks),
    async submitted({ form, formType, record }, session) {
      const at = clock.now();
      const webhooks = (await known.current(session)).filter(asks);
      const subject = {
        kind: 'submission',
        form: { type: form.type, id: form.id },
        formType,
        record: record && { type: record.type, id: record.id },
      } as const;
      const messages = webhooks.map((webhook) =>
        messageOf(webhook, { event: FORM_SUBMITTED, at, about: form.id, subject }),
      );
      await outbox.append(session, messages);
    },
  };
}
