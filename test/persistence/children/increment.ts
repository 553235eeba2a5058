import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../../runtime/adapters/persistence/database.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';

/** Adds one to the amount of a row as often as requested, each time with a read and a write in a transaction. */
const [url = '', id = '', rounds = '0'] = process.argv.slice(1);
const database = await openDatabase({ url, tablePrefix: 'cms_', tables: [], log: SILENT_LOGGER });
for (let round = 0; round < Number(rounds); round += 1) {
  await database.transaction(async (session) => {
    const row = await session.first<{ amount: number }>('select amount from cms_sample where id = :id', {
      id,
    });
    await sleep(0);
    await session.run('update cms_sample set amount = :amount where id = :id', {
      id,
      amount: (row?.amount ?? 0) + 1,
    });
  });
  await sleep(1);
}
await database.close();
