import { openDatabase } from '../../../../runtime/adapters/persistence/database.js';
import { createWebhookChannel } from '../../../../runtime/features/webhooks/delivery/channel.js';
import { createSendEvent } from '../../../../runtime/features/webhooks/delivery/send-event.js';
import { webhookOfConfig } from '../../../../runtime/features/webhooks/stored/find-webhook.js';
import { ANONYMOUS } from '../../../../runtime/kernel/contract/context.js';
import { compileChannels } from '../../../../runtime/kernel/outbox/compile-channels.js';
import { createOutbox } from '../../../../runtime/kernel/outbox/outbox.js';
import { SYSTEM_CLOCK } from '../../../../runtime/kernel/ports/clock.js';
import { SILENT_LOGGER } from '../../../../runtime/kernel/ports/logger.js';

/**
 * Sends the waiting messages of a webhook until its input ends, as a serving process does.
 * Documents are their addresses.
 */
const [url = '', tablePrefix = '', address = '', secret = '', sender = ''] = process.argv.slice(2);
const database = await openDatabase({ url, tablePrefix, tables: [], log: SILENT_LOGGER });
const outbox = createOutbox({ database, clock: SYSTEM_CLOCK, log: SILENT_LOGGER });
const webhook = webhookOfConfig({
  ...{ name: 'search', events: [], reader: null, secret },
  address: `${address}/${sender}`,
});
const channel = createWebhookChannel({
  find: () => Promise.resolve({ webhook, secrets: { kind: 'plain', secret } }),
  findReader: () => Promise.resolve(ANONYMOUS),
  render: (subject) => Promise.resolve(subject.kind === 'record' ? { '@id': subject.iri } : {}),
  send: createSendEvent({
    sealed: () => {
      throw new Error('Nothing is sealed here');
    },
    // The receiver reports the results.
    deliveries: { note: (delivery) => Promise.resolve({ id: 'none', ...delivery }) },
    allowsPrivate: true,
    clock: SYSTEM_CLOCK,
  }),
  disable: () => Promise.resolve(),
});
// The channel uses no service.
outbox.connect(compileChannels([{ name: 'webhooks', channels: () => [channel] }], {} as never));
outbox.startSending();
process.stdin.resume().once('end', () => {
  void outbox.close().then(() => database.close());
});
