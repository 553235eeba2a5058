import { onTestFinished } from 'vitest';
import type {
  ChannelMetrics,
  OutboxChannel,
  OutboxMessage,
} from '../../../runtime/kernel/contract/features/outbox.js';
import { type LogEntry, type Logger, SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { outboxTables } from '../../../runtime/kernel/outbox/tables.js';
import { lettersChannel } from '../../support/features/letters-channel.js';
import { letters } from '../../support/features/letters.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { type Judge, type Receiver, startReceiver } from './receiver.js';

export type Settings = Omit<OutboxChannel, 'name' | 'deliver'>;
export type Line = LogEntry & { readonly level: string };

/** Starts a service that sends letters, with their receiver and its log; it ends with the test. */
export async function aSender(
  databaseUrl: string,
  settings: Settings = {},
  evaluate: Judge = () => 200,
): Promise<{ readonly app: TestApp; readonly receiver: Receiver; readonly lines: readonly Line[] }> {
  const receiver = await startReceiver();
  receiver.evaluate(evaluate);
  const lines: Line[] = [];
  const keep = (level: string) => (entry: LogEntry) => void lines.push({ level, ...entry });
  const log: Logger = { ...SILENT_LOGGER, info: keep('info'), warn: keep('warn'), error: keep('error') };
  const features = [letters(lettersChannel(receiver.url, settings))];
  const app = await startTestApp({ features, databaseUrl, log });
  onTestFinished(async () => {
    receiver.evaluate(() => 200);
    receiver.release(200);
    await app.close();
    await receiver.close();
  });
  return { app, receiver, lines };
}

/** Appends messages in one transaction: `[key, body]`, and whether a newer one replaces it. */
export async function append(
  { app }: Pick<TestApp, 'app'>,
  ...list: readonly (readonly [key: string, body: string, collapses?: 'collapses'])[]
): Promise<void> {
  await app.database.transaction((session) => app.outbox.append(session, list.map(message)));
  app.outbox.wake();
}

const message = ([key, body, collapses]: readonly [string, string, 'collapses'?]): OutboxMessage => ({
  channel: 'letters',
  key,
  body,
  collapses: collapses !== undefined,
});

export async function metricsOf({ app }: Pick<TestApp, 'app'>): Promise<ChannelMetrics | undefined> {
  return (await app.outbox.metrics()).find(({ channel }) => channel === 'letters');
}

export async function emptyOutbox({ app }: Pick<TestApp, 'app'>): Promise<void> {
  await app.database.transaction(async (session) => {
    for (const { name } of outboxTables) await session.run(`delete from ${session.table(name)}`);
  });
}

/** Returns the bodies of accepted letters of a key, in order. */
export function acceptedOf({ accepted }: Receiver, key: string): readonly unknown[] {
  return accepted.filter((letter) => letter.key === key).flatMap(({ bodies }) => bodies);
}
