import type { ColumnType, FieldDescriptor } from '../../../kernel/contract/schema/resource.js';
import { VERSION_COLUMNS } from '../../../kernel/contract/database/record-version.js';
import type { ColumnDefinition, TableDefinition } from '../../../kernel/contract/database/table.js';

const column = (
  name: string,
  type: ColumnType,
  rest: Partial<Omit<ColumnDefinition, 'name' | 'type'>> = {},
): ColumnDefinition => ({ name, type, nullable: true, ...rest });

const required = { nullable: false };
/** Normalized copies are compared bytewise, so that case-insensitive uniqueness does not depend on the collation. */
const canonical = { nullable: false, length: 255, binary: true };
const secret = { length: 255, binary: true };

/** Columns of accounts.md section 6.1, with one `_claim` per mail flow (contract decision 49). */
export const userColumns: readonly ColumnDefinition[] = [
  column('id', 'uuid', required),
  column('username', 'string', { nullable: false, length: 255 }),
  column('username_canonical', 'string', canonical),
  column('email_address', 'string', { nullable: false, length: 255 }),
  column('email_canonical', 'string', canonical),
  column('password', 'string', { ...secret, nullable: false }),
  column('roles', 'json', required),
  column('enabled', 'boolean', { nullable: false, default: true }),
  column('email_address_verified', 'boolean', { nullable: false, default: false }),
  column('email_address_verify_token', 'string', secret),
  column('email_address_verification_requested_at', 'datetime'),
  column('email_address_verification_claim', 'string', secret),
  column('email_last_updated_at', 'datetime'),
  column('new_email_address', 'string', { length: 255 }),
  column('new_email_canonical', 'string', { ...canonical, nullable: true }),
  column('new_email_verification_token', 'string', secret),
  column('new_email_address_change_requested_at', 'datetime'),
  column('new_email_address_change_claim', 'string', secret),
  column('new_password_confirmation_token', 'string', secret),
  column('password_requested_at', 'datetime'),
  column('password_request_claim', 'string', secret),
  column('password_updated_at', 'datetime'),
  column('created_at', 'datetime', required),
  column('modified_at', 'datetime', required),
  ...VERSION_COLUMNS,
];

/** Returns the user table with the application's scalar fields (`schemas/User.json`). */
export function userTable(fields: readonly FieldDescriptor[] = []): TableDefinition {
  return {
    name: 'user',
    columns: [...userColumns, ...fields.flatMap(ownColumn)],
    primaryKey: ['id'],
    indexes: [
      { name: 'user_username_canonical', columns: ['username_canonical'], unique: true },
      { name: 'user_email_canonical', columns: ['email_canonical'], unique: true },
      { name: 'user_new_email_canonical', columns: ['new_email_canonical'], unique: false },
      { name: 'user_created_at_id', columns: ['created_at', 'id'], unique: false },
    ],
    foreignKeys: [],
  };
}

/** One row per login, referenced by the `sid` claim of its JWTs (contract decision 45). */
export const sessionTable: TableDefinition = {
  name: 'session',
  columns: [
    column('id', 'uuid', required),
    column('user_id', 'uuid', required),
    column('created_at', 'datetime', required),
    column('ended_at', 'datetime'),
  ],
  primaryKey: ['id'],
  indexes: [{ name: 'session_user_id', columns: ['user_id'], unique: false }],
  foreignKeys: [
    {
      name: 'session_user_id_fk',
      columns: ['user_id'],
      references: { table: 'user', columns: ['id'] },
      onDelete: 'cascade',
    },
  ],
};

/** Refresh tokens of accounts.md section 3.1. `expired_at` is when the row expires or was ended. */
export const refreshTokenTable: TableDefinition = {
  name: 'refresh_token',
  columns: [
    column('id', 'uuid', required),
    column('session_id', 'uuid', required),
    column('user_id', 'uuid', required),
    column('created_at', 'datetime', required),
    column('expired_at', 'datetime', required),
    column('version', 'integer', { nullable: false, default: 1 }),
  ],
  primaryKey: ['id'],
  indexes: [
    { name: 'refresh_token_expired_at', columns: ['expired_at'], unique: false },
    { name: 'refresh_token_session_id_expired_at', columns: ['session_id', 'expired_at'], unique: false },
    { name: 'refresh_token_user_id_expired_at', columns: ['user_id', 'expired_at'], unique: false },
  ],
  foreignKeys: [
    {
      name: 'refresh_token_session_id_fk',
      columns: ['session_id'],
      references: { table: 'session', columns: ['id'] },
      onDelete: 'cascade',
    },
    {
      name: 'refresh_token_user_id_fk',
      columns: ['user_id'],
      references: { table: 'user', columns: ['id'] },
      onDelete: 'cascade',
    },
  ],
};

/** Returns the tables of accounts in the order of their references. */
export function accountTables(fields: readonly FieldDescriptor[] = []): readonly TableDefinition[] {
  return [userTable(fields), sessionTable, refreshTokenTable];
}

/** Custom columns are nullable, because accounts created earlier or by the console have no value. */
function ownColumn(field: FieldDescriptor): ColumnDefinition[] {
  if (field.kind !== 'scalar') return [];
  const { length, precision, scale, renamedFrom } = field;
  const size = {
    ...(length === undefined ? {} : { length }),
    ...(precision === undefined ? {} : { precision }),
    ...(scale === undefined ? {} : { scale }),
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
  };
  return [column(field.column, field.type, size)];
}
