import express from 'express';
import { openDriver } from './bare-driver.js';
import type { BareWork } from './messages.js';
import { serveChild } from './serve-child.js';

/**
 * Runs Express with its defaults. It runs the statements of the application on the driver and returns the rows as
 * JSON.
 */
const driver = await openDriver(process.env.DATABASE_URL ?? '');
let work: BareWork = { kind: 'read', statements: [] };

const app = express();
app.get('/{*path}', async (request, response) => {
  switch (work.kind) {
    case 'read': {
      let rows: unknown;
      for (const statement of work.statements) rows = await driver.read(statement);
      return void response.json(rows);
    }
    case 'keyed': {
      const entry = work.entries[Number(request.url.split('/').pop())] ?? [];
      const rows: unknown[] = [];
      for (const statement of entry) rows.push(await driver.read(statement));
      return void response.json(rows);
    }
    case 'update':
      throw new Error('No statements to read were given');
  }
});
app.patch('/{*path}', express.json({ type: 'application/merge-patch+json' }), async (request, response) => {
  if (work.kind !== 'update') throw new Error('No statement was given');
  const { statement, id, text } = work;
  const own = String(request.url.split('/').pop());
  const title = String(request.body.title);
  const values = statement.values.map((value) => (value === id ? own : value === text ? title : value));
  await driver.write({ text: statement.text, values });
  response.json({ id: own, title });
});

await serveChild(app, (message) => {
  if (message.kind === 'work') work = message.work;
  return message.kind === 'stop' ? driver.close() : undefined;
});
