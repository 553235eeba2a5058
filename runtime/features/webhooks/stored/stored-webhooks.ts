import type {
  Database,
  SqlRow,
  SqlSession,
  TransactionSession,
} from '../../../kernel/contract/database/database.js';
import { webhookTable } from '../tables.js';
import type { Webhook } from '../webhook.js';

/** A stored webhook with its signing secrets. */
export interface StoredWebhook extends Webhook {
  /** Encrypted. */
  readonly secret: string;
  /** The encrypted previous secret, while it is still valid. */
  readonly previous: { readonly secret: string; readonly until: Date } | null;
}

export type NewWebhook = Pick<Webhook, 'address' | 'events' | 'description' | 'readerId' | 'isEnabled'>;

/** A new webhook with the machine token that creates it. */
export type MadeWebhook = NewWebhook & Pick<Webhook, 'accessTokenId'>;

/** Repository of the webhooks that administrators created. */
export interface StoredWebhooks {
  /** Runs one statement. */
  all(session: SqlSession): Promise<readonly StoredWebhook[]>;
  find(id: string, session?: SqlSession): Promise<StoredWebhook | undefined>;
  insert(session: TransactionSession, webhook: StoredWebhook): Promise<void>;
  update(session: TransactionSession, webhook: StoredWebhook): Promise<void>;
  /** Returns whether it existed. */
  remove(session: TransactionSession, id: string): Promise<boolean>;
}

export function createStoredWebhooks(database: Database): StoredWebhooks {
  const { encode, decode } = database.dialect;
  const table = database.table(webhookTable.name);
  const names = webhookTable.columns.map(({ name }) => name);
  const select = `select ${names.map((name) => `w.${name} as ${name}`).join(', ')} from ${table} w`;

  const moment = (value: unknown): Date | null => decode('datetime', value) as Date | null; // a datetime column
  const text = (value: unknown): string | null => (value == null ? null : String(value));

  function read(row: SqlRow): StoredWebhook {
    const previousSecret = text(row.former_secret);
    const previousUntil = moment(row.former_until);
    return {
      id: String(row.id),
      address: String(row.address),
      events: JSON.parse(String(row.events)) as string[], // as it was written
      description: text(row.description),
      readerId: text(row.reader_id),
      accessTokenId: text(row.access_token_id),
      isEnabled: decode('boolean', row.is_enabled) === true,
      disabledBecause: text(row.disabled_because),
      isConfigured: false,
      createdAt: moment(row.created_at),
      modifiedAt: moment(row.modified_at),
      secret: String(row.secret),
      previous:
        previousSecret === null || previousUntil === null
          ? null
          : { secret: previousSecret, until: previousUntil },
    };
  }

  const rowOf = (webhook: StoredWebhook) => ({
    id: webhook.id,
    address: webhook.address,
    events: JSON.stringify(webhook.events),
    description: webhook.description,
    reader_id: webhook.readerId,
    access_token_id: webhook.accessTokenId,
    is_enabled: webhook.isEnabled,
    disabled_because: webhook.disabledBecause,
    secret: webhook.secret,
    former_secret: webhook.previous?.secret ?? null,
    former_until: webhook.previous?.until ?? null,
    created_at: webhook.createdAt,
    modified_at: webhook.modifiedAt,
  });

  const set = names
    .filter((name) => name !== 'id')
    .map((name) => `${name} = :${name}`)
    .join(', ');

  return {
    all: async (session) => (await session.all(`${select} order by w.created_at, w.id`)).map(read),
    async find(id, session = database) {
      const row = await session.first(`${select} where w.id = :id`, { id });
      return row && read(row);
    },
    insert: (session, webhook) => session.insert(webhookTable.name, [rowOf(webhook)]),
    async update(session, webhook) {
      const row: SqlRow = rowOf(webhook);
      const parameters = Object.fromEntries(
        webhookTable.columns.map(({ name, type }) => [name, encode(type, row[name])]),
      );
      await session.run(`update ${table} set ${set} where id = :id`, parameters);
    },
    remove: async (session, id) => (await session.run(`delete from ${table} where id = :id`, { id })) > 0,
  };
}
