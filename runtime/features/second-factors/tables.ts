import type { TableDefinition } from '../../kernel/contract/database/table.js';

const ofUser = (table: string): TableDefinition['foreignKeys'][number] => ({
  name: `${table}_user_id_fk`,
  columns: ['user_id'],
  references: { table: 'user', columns: ['id'] },
  onDelete: 'cascade',
});

/**
 * The authenticator app of an account. `secret` is encrypted; `last_step` is the time step of the last accepted code.
 */
export const totpTable: TableDefinition = {
  name: 'totp',
  columns: [
    { name: 'user_id', type: 'uuid', nullable: false },
    { name: 'secret', type: 'string', nullable: false, length: 255, binary: true },
    { name: 'last_step', type: 'integer', nullable: false },
    { name: 'created_at', type: 'datetime', nullable: false },
    { name: 'last_used_at', type: 'datetime', nullable: true },
    // Null after a code has confirmed the app.
    { name: 'pending_until', type: 'datetime', nullable: true },
  ],
  primaryKey: ['user_id'],
  indexes: [{ name: 'totp_pending_until', columns: ['pending_until'], unique: false }],
  foreignKeys: [ofUser('totp')],
};

/** Hashes of unused recovery codes. */
export const recoveryCodeTable: TableDefinition = {
  name: 'recovery_code',
  columns: [
    { name: 'user_id', type: 'uuid', nullable: false },
    { name: 'code_hash', type: 'string', nullable: false, length: 64, binary: true },
    { name: 'created_at', type: 'datetime', nullable: false },
  ],
  primaryKey: ['user_id', 'code_hash'],
  indexes: [],
  foreignKeys: [ofUser('recovery_code')],
};

/** Public keys of passkeys. `id_hash` is the SHA-256 of the credential id, which is too long for an index. */
export const passkeyTable: TableDefinition = {
  name: 'passkey',
  columns: [
    { name: 'id', type: 'uuid', nullable: false },
    { name: 'user_id', type: 'uuid', nullable: false },
    { name: 'name', type: 'string', nullable: false, length: 100 },
    { name: 'id_hash', type: 'string', nullable: false, length: 64, binary: true },
    { name: 'credential_id', type: 'text', nullable: false },
    { name: 'public_key', type: 'text', nullable: false },
    // An unsigned 32-bit number exceeds an integer column; a double is exact.
    { name: 'counter', type: 'float', nullable: false },
    { name: 'transports', type: 'json', nullable: false },
    { name: 'created_at', type: 'datetime', nullable: false },
    { name: 'last_used_at', type: 'datetime', nullable: true },
  ],
  primaryKey: ['id'],
  indexes: [
    { name: 'passkey_id_hash', columns: ['id_hash'], unique: true },
    { name: 'passkey_user_id', columns: ['user_id'], unique: false },
  ],
  foreignKeys: [ofUser('passkey')],
};

/**
 * Pending challenges: tickets of sign-ins that wait for a second factor, and challenges of passkeys. The table stores
 * the SHA-256 of a ticket, never the ticket. `password_mark` shows whether the verified password is still current.
 */
export const challengeTable: TableDefinition = {
  name: 'factor_challenge',
  columns: [
    { name: 'token_hash', type: 'string', nullable: false, length: 64, binary: true },
    { name: 'purpose', type: 'string', nullable: false, length: 30, binary: true },
    { name: 'user_id', type: 'uuid', nullable: true },
    { name: 'password_mark', type: 'string', nullable: true, length: 64, binary: true },
    { name: 'challenge', type: 'string', nullable: true, length: 100, binary: true },
    { name: 'expires_at', type: 'datetime', nullable: false },
  ],
  primaryKey: ['token_hash'],
  indexes: [
    { name: 'factor_challenge_user_id', columns: ['user_id'], unique: false },
    { name: 'factor_challenge_expires_at', columns: ['expires_at'], unique: false },
  ],
  foreignKeys: [ofUser('factor_challenge')],
};

/** Times at which users confirmed their identity within a session. */
export const sessionProofTable: TableDefinition = {
  name: 'session_proof',
  columns: [
    { name: 'session_id', type: 'uuid', nullable: false },
    { name: 'proved_at', type: 'datetime', nullable: false },
  ],
  primaryKey: ['session_id'],
  indexes: [{ name: 'session_proof_proved_at', columns: ['proved_at'], unique: false }],
  foreignKeys: [
    {
      name: 'session_proof_session_id_fk',
      columns: ['session_id'],
      references: { table: 'session', columns: ['id'] },
      onDelete: 'cascade',
    },
  ],
};

export const secondFactorTables: readonly TableDefinition[] = [
  totpTable,
  recoveryCodeTable,
  passkeyTable,
  challengeTable,
  sessionProofTable,
];
