import { openDatabase } from '../../../../runtime/adapters/persistence/database.js';
import { compileChannels } from '../../../../runtime/kernel/outbox/compile-channels.js';
import { createOutbox } from '../../../../runtime/kernel/outbox/outbox.js';
import { SYSTEM_CLOCK } from '../../../../runtime/kernel/ports/clock.js';
import { SILENT_LOGGER } from '../../../../runtime/kernel/ports/logger.js';
import { lettersChannel } from '../../../support/features/letters-channel.js';

/** Sends waiting messages until its input ends, as a serving process does. */
const [url = '', tablePrefix = '', receiver = '', sender = ''] = process.argv.slice(2);
const database = await openDatabase({ url, tablePrefix, tables: [], log: SILENT_LOGGER });
const outbox = createOutbox({ database, clock: SYSTEM_CLOCK, log: SILENT_LOGGER });
const channel = lettersChannel(receiver, { sender, timeoutMs: 10_000 });
// No channel of this feature uses the service.
outbox.connect(compileChannels([{ name: 'letters', channels: () => [channel] }], {} as never));
outbox.startSending();
process.stdin.resume().once('end', () => {
  void outbox.close().then(() => database.close());
});
