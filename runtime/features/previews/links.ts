import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Database, SqlRow } from '../../kernel/contract/database/database.js';
import { previewTable } from './tables.js';

/** The page, page data record or route that a preview shows. */
export interface Subject {
  /** Type name. */
  readonly type: string;
  readonly id: string;
}

/** A preview link without its token. */
export interface PreviewLink {
  readonly id: string;
  readonly subject: Subject;
  /** Revision whose texts it shows; null for the current ones. */
  readonly revision: number | null;
  /** Id of the user who created it. */
  readonly makerId: string;
  /** Id of the machine token that created it; null for users. */
  readonly accessTokenId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Selects unexpired links of one creator or of all. */
export interface WhoseLinks {
  readonly now: Date;
  readonly makerId: string | undefined;
}

/** A page of the list, after the last link of the previous page. */
export interface LinkPage {
  readonly after: Pick<PreviewLink, 'id' | 'createdAt'> | undefined;
  readonly limit: number;
}

/** Repository of links. Expired links are treated as deleted. */
export interface PreviewLinks {
  /** Stores a link. The token is returned once and never stored. */
  make(link: Omit<PreviewLink, 'id'>): Promise<{ readonly link: PreviewLink; readonly token: string }>;
  byToken(token: string, now: Date): Promise<PreviewLink | undefined>;
  byId(id: string, now: Date): Promise<PreviewLink | undefined>;
  /** Returns a page of links, newest first. */
  list(whose: WhoseLinks, page: LinkPage): Promise<readonly PreviewLink[]>;
  count(whose: WhoseLinks): Promise<number>;
  /** Returns the ids of the newest links that a machine token created. */
  madeBy(
    accessTokenId: string,
    page: { readonly now: Date; readonly limit: number },
  ): Promise<readonly string[]>;
  remove(id: string): Promise<void>;
}

/** 256 random bits, as 43 characters of base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const createToken = (): string => randomBytes(32).toString('base64url');
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

const COLUMNS =
  'p.id as id, p.subject_type as subject_type, p.subject_id as subject_id, p.revision as revision, p.maker_id as maker_id, p.access_token_id as access_token_id, p.created_at as created_at, p.expires_at as expires_at';

export function createPreviewLinks(database: Database): PreviewLinks {
  const { encode, decode } = database.dialect;
  const table = database.table(previewTable.name);
  const select = `select ${COLUMNS} from ${table} p where p.expires_at > :now`;
  const moment = (date: Date) => encode('datetime', date);

  const read = (row: SqlRow): PreviewLink => ({
    id: String(row.id),
    subject: { type: String(row.subject_type), id: String(row.subject_id) },
    revision: row.revision == null ? null : Number(row.revision),
    makerId: String(row.maker_id),
    accessTokenId: row.access_token_id == null ? null : String(row.access_token_id),
    createdAt: decode('datetime', row.created_at) as Date, // a datetime column that is never null
    expiresAt: decode('datetime', row.expires_at) as Date, // as above
  });

  const ofMaker = (makerId: string | undefined): string =>
    makerId === undefined ? '' : ' and p.maker_id = :maker';
  const parametersOf = ({ now, makerId }: WhoseLinks) => ({
    now: moment(now),
    ...(makerId === undefined ? {} : { maker: makerId }),
  });

  const one = async (condition: string, parameters: { readonly now: Date; readonly key: string }) => {
    const row = await database.first(`${select} and ${condition} = :key`, {
      now: moment(parameters.now),
      key: parameters.key,
    });
    return row && read(row);
  };

  return {
    async make(given) {
      const token = createToken();
      const link = { id: randomUUID(), ...given };
      await database.transaction((session) =>
        session.insert(previewTable.name, [
          {
            id: link.id,
            token_hash: hashOf(token),
            subject_type: link.subject.type,
            subject_id: link.subject.id,
            revision: link.revision,
            maker_id: link.makerId,
            access_token_id: link.accessTokenId,
            created_at: link.createdAt,
            expires_at: link.expiresAt,
          },
        ]),
      );
      return { link, token };
    },
    // The hash is looked up, so the response time reveals nothing about the token.
    byToken: async (token, now) =>
      TOKEN.test(token) ? one('p.token_hash', { now, key: hashOf(token) }) : undefined,
    byId: (id, now) => one('p.id', { now, key: id }),
    async list({ now, makerId }, { after, limit }) {
      const isBehind = '(p.created_at < :at or p.created_at = :at and p.id > :after)';
      const rows = await database.all(
        `${select}${ofMaker(makerId)}${after === undefined ? '' : ` and ${isBehind}`}
order by p.created_at desc, p.id
limit ${limit}`,
        {
          ...parametersOf({ now, makerId }),
          ...(after === undefined ? {} : { at: moment(after.createdAt), after: after.id }),
        },
      );
      return rows.map(read);
    },
    async count({ now, makerId }) {
      const row = await database.first(
        `select count(*) as amount from ${table} p where p.expires_at > :now${ofMaker(makerId)}`,
        parametersOf({ now, makerId }),
      );
      return Number(row?.amount ?? 0);
    },
    async madeBy(accessTokenId, { now, limit }) {
      const sql = `${select} and p.access_token_id = :token order by p.created_at desc, p.id limit ${limit}`;
      const rows = await database.all(sql, { now: moment(now), token: accessTokenId });
      return rows.map(({ id }) => String(id));
    },
    async remove(id) {
      await database.transaction((session) => session.run(`delete from ${table} where id = :id`, { id }));
    },
  };
}
