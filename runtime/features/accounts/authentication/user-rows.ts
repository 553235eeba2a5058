import type { Database, SqlRow, SqlSession, SqlValue } from '../../../kernel/contract/database/database.js';
import type { Account } from './account.js';
import { expandRoles, ROLE_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import type { ColumnType, FieldDescriptor, ScalarField } from '../../../kernel/contract/schema/resource.js';

/** A decoded row of the user table. It contains hashes and tokens, so it is never sent to clients. */
export interface UserRow extends Account {
  readonly password: string;
  readonly emailAddressVerifyToken: string | null;
  readonly emailAddressVerificationRequestedAt: Date | null;
  readonly newEmailConfirmationToken: string | null;
  readonly newEmailAddressChangeRequestedAt: Date | null;
  readonly newPasswordConfirmationToken: string | null;
  readonly passwordRequestedAt: Date | null;
}

type Member = Exclude<keyof UserRow, 'custom'>;

/** Column and type of every built-in field (accounts.md section 6.1). */
const USER_MEMBERS: Readonly<Record<Member, { readonly column: string; readonly type: ColumnType }>> = {
  id: { column: 'id', type: 'uuid' },
  username: { column: 'username', type: 'string' },
  emailAddress: { column: 'email_address', type: 'string' },
  password: { column: 'password', type: 'string' },
  roles: { column: 'roles', type: 'json' },
  enabled: { column: 'enabled', type: 'boolean' },
  emailAddressVerified: { column: 'email_address_verified', type: 'boolean' },
  emailAddressVerifyToken: { column: 'email_address_verify_token', type: 'string' },
  emailAddressVerificationRequestedAt: {
    column: 'email_address_verification_requested_at',
    type: 'datetime',
  },
  newEmailAddress: { column: 'new_email_address', type: 'string' },
  newEmailConfirmationToken: { column: 'new_email_verification_token', type: 'string' },
  newEmailAddressChangeRequestedAt: { column: 'new_email_address_change_requested_at', type: 'datetime' },
  newPasswordConfirmationToken: { column: 'new_password_confirmation_token', type: 'string' },
  passwordRequestedAt: { column: 'password_requested_at', type: 'datetime' },
  createdAt: { column: 'created_at', type: 'datetime' },
  modifiedAt: { column: 'modified_at', type: 'datetime' },
};

export interface UserRows {
  /** Select list of a user with the alias `u`. */
  readonly columns: string;
  decode(row: SqlRow): UserRow;
  byId(session: SqlSession, id: string): Promise<UserRow | undefined>;
  byUsername(session: SqlSession, username: string): Promise<UserRow | undefined>;
  byEmailAddress(session: SqlSession, emailAddress: string): Promise<UserRow | undefined>;
  /**
   * Finds a user by username or e-mail address. The owner of the address takes precedence over an account with that
   * username.
   */
  byIdentifier(session: SqlSession, identifier: string): Promise<UserRow | undefined>;
  /** Finds accounts that have one of these texts as username, address or pending address. */
  holdersOf(session: SqlSession, texts: readonly string[]): Promise<UserRow[]>;
  /** Returns all enabled accounts with ROLE_ADMIN. */
  administrators(session: SqlSession): Promise<UserRow[]>;
}

/** Normalizes usernames and addresses for uniqueness and lookup (contract decision 67). */
export const canonical = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKC');

/**
 * Normalizes an address to compare mailboxes. Unlike `canonical`, it folds no compatibility characters: mail systems
 * deliver `\uFF41dmin@example.com` and `admin@example.com` to different mailboxes.
 */
export const mailboxOf = (address: string): string => address.normalize('NFC').toLowerCase();

/** Normalization used by the first release. Its rows stay until the name is written again. */
const previouslyCanonical = (text: string): string => text.normalize('NFC').toLowerCase();

/** Creates the reader of the user table. Statements are built once. */
export function createUserRows(database: Database, declared: readonly FieldDescriptor[]): UserRows {
  const fields = declared.filter(isScalar).filter(({ name }) => !Object.hasOwn(USER_MEMBERS, name));
  const { quote, decode: decodeValue } = database.dialect;
  const members = Object.entries(USER_MEMBERS);
  const columns = [...members.map(([, { column }]) => column), ...fields.map(({ column }) => column)]
    .map((column) => `u.${quote(column)} as ${quote(column)}`)
    .join(', ');
  const select = `select ${columns}\nfrom ${database.table('user')} u\nwhere `;
  const sql = {
    byId: `${select}u.id = :id`,
    byUsername: `${select}u.username_canonical = :value`,
    byEmailAddress: `${select}u.email_canonical = :value`,
    byIdentifier: `${select}u.username_canonical = :value or u.email_canonical = :value
order by case when u.email_canonical = :value then 0 else 1 end
limit 1`,
    holdersOf: `${select}${['username', 'email', 'new_email']
      .map((name) => database.dialect.anyOf(`u.${name}_canonical`, 'texts', 'string'))
      .join(' or ')}`,
    administrators: `${select}u.enabled = :enabled and ${database.dialect.wildcard(database.dialect.jsonText('u.roles'), 'role')}`,
  };

  function decode(row: SqlRow): UserRow {
    const value = (member: { column: string; type: ColumnType }): unknown => {
      const raw = row[member.column];
      return raw == null ? null : decodeValue(member.type, raw);
    };
    const own = Object.fromEntries(members.map(([name, member]) => [name, value(member)]));
    const custom = Object.fromEntries(fields.map((field) => [field.name, value(field)]));
    // The table definition and its migrations guarantee these columns and types.
    return { ...own, custom } as unknown as UserRow;
  }

  const lookUp =
    (text: string) =>
    async (session: SqlSession, value: string): Promise<UserRow | undefined> => {
      for (const spelling of spellings(value)) {
        const row = await session.first(text, { value: spelling });
        if (row !== undefined) return decode(row);
      }
      return undefined;
    };

  async function byId(session: SqlSession, id: string): Promise<UserRow | undefined> {
    const row = await session.first(sql.byId, { id: encodeUuid(session, id) });
    return row === undefined ? undefined : decode(row);
  }

  return {
    columns,
    decode,
    byId,
    byUsername: lookUp(sql.byUsername),
    byEmailAddress: lookUp(sql.byEmailAddress),
    byIdentifier: lookUp(sql.byIdentifier),
    async holdersOf(session, texts) {
      if (texts.length === 0) return [];
      const rows = await session.all(sql.holdersOf, { texts: [...new Set(texts.flatMap(spellings))] });
      return rows.map(decode);
    },
    async administrators(session) {
      const { encode, wildcardPattern } = session.dialect;
      const rows = await session.all(sql.administrators, {
        enabled: encode('boolean', true),
        role: wildcardPattern(['any', { text: 'ADMIN' }, 'any']),
      });
      return rows.map(decode).filter(({ roles }) => expandRoles(roles).has(ROLE_ADMIN));
    },
  };
}

const isScalar = (field: FieldDescriptor): field is ScalarField => field.kind === 'scalar';

/** Returns the current normalization first. Usually there is no other. */
const spellings = (text: string): string[] => [...new Set([canonical(text), previouslyCanonical(text)])];

const encodeUuid = (session: SqlSession, id: string): SqlValue => session.dialect.encode('uuid', id);
