import type { Migration } from 'cms-api-components';

/** Applied in this form for good: change the schema files instead, and a new migration follows. */
export const migration: Migration = {
  id: '20261126T213652_create_factor_challenge',
  up: [
    {
      kind: 'createTable',
      table: {
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
          { name: 'factor_challenge_expires_at', columns: ['expires_at'], unique: false },
          { name: 'factor_challenge_user_id', columns: ['user_id'], unique: false },
        ],
        foreignKeys: [
          {
            name: 'factor_challenge_user_id_fk',
            columns: ['user_id'],
            references: { table: 'user', columns: ['id'] },
            onDelete: 'cascade',
          },
        ],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'passkey',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'user_id', type: 'uuid', nullable: false },
          { name: 'name', type: 'string', nullable: false, length: 100 },
          { name: 'id_hash', type: 'string', nullable: false, length: 64, binary: true },
          { name: 'credential_id', type: 'text', nullable: false },
          { name: 'public_key', type: 'text', nullable: false },
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
        foreignKeys: [
          {
            name: 'passkey_user_id_fk',
            columns: ['user_id'],
            references: { table: 'user', columns: ['id'] },
            onDelete: 'cascade',
          },
        ],
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'recovery_code',
        columns: [
          { name: 'user_id', type: 'uuid', nullable: false },
          { name: 'code_hash', type: 'string', nullable: false, length: 64, binary: true },
          { name: 'created_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['user_id', 'code_hash'],
        indexes: [],
        foreignKeys: [
          {
            name: 'recovery_code_user_id_fk',
            columns: ['user_id'],
            references: { table: 'user', columns: ['id'] },
            onDelete: 'cascade',
          },
        ],
      },
    },
    {
      kind: 'createTable',
      table: {
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
      },
    },
    {
      kind: 'createTable',
      table: {
        name: 'totp',
        columns: [
          { name: 'user_id', type: 'uuid', nullable: false },
          { name: 'secret', type: 'string', nullable: false, length: 255, binary: true },
          { name: 'last_step', type: 'integer', nullable: false },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'last_used_at', type: 'datetime', nullable: true },
          { name: 'pending_until', type: 'datetime', nullable: true },
        ],
        primaryKey: ['user_id'],
        indexes: [{ name: 'totp_pending_until', columns: ['pending_until'], unique: false }],
        foreignKeys: [
          {
            name: 'totp_user_id_fk',
            columns: ['user_id'],
            references: { table: 'user', columns: ['id'] },
            onDelete: 'cascade',
          },
        ],
      },
    },
  ],
  down: [
    {
      kind: 'dropTable',
      table: {
        name: 'totp',
        columns: [
          { name: 'user_id', type: 'uuid', nullable: false },
          { name: 'secret', type: 'string', nullable: false, length: 255, binary: true },
          { name: 'last_step', type: 'integer', nullable: false },
          { name: 'created_at', type: 'datetime', nullable: false },
          { name: 'last_used_at', type: 'datetime', nullable: true },
          { name: 'pending_until', type: 'datetime', nullable: true },
        ],
        primaryKey: ['user_id'],
        indexes: [{ name: 'totp_pending_until', columns: ['pending_until'], unique: false }],
        foreignKeys: [
          {
            name: 'totp_user_id_fk',
            columns: ['user_id'],
            references: { table: 'user', columns: ['id'] },
            onDelete: 'cascade',
          },
        ],
      },
    },
    {
      kind: 'dropTable',
      table: {
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
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'recovery_code',
        columns: [
          { name: 'user_id', type: 'uuid', nullable: false },
          { name: 'code_hash', type: 'string', nullable: false, length: 64, binary: true },
          { name: 'created_at', type: 'datetime', nullable: false },
        ],
        primaryKey: ['user_id', 'code_hash'],
        indexes: [],
        foreignKeys: [
          {
            name: 'recovery_code_user_id_fk',
            columns: ['user_id'],
            references: { table: 'user', columns: ['id'] },
            onDelete: 'cascade',
          },
        ],
      },
    },
    {
      kind: 'dropTable',
      table: {
        name: 'passkey',
        columns: [
          { name: 'id', type: 'uuid', nullable: false },
          { name: 'user_id', type: 'uuid', nullable: false },
          { name: 'name', type: 'string', nullable: false, length: 100 },
          { name: 'id_hash', type: 'string', nullable: false, length: 64, binary: true },
          { name: 'credential_id', type: 'text', nullable: false },
          { name: 'public_key', type: 'text', nullable: false },
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
        foreignKeys: [
          {
            name: 'passkey_user_id_fk',
            columns: ['user_id'],
            references: { table: 'user', columns: ['id'] },
            onDelete: 'cascade',
          },
        ],
      },
    },
    {
      kind: 'dropTable',
      table: {
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
          { name: 'factor_challenge_expires_at', columns: ['expires_at'], unique: false },
          { name: 'factor_challenge_user_id', columns: ['user_id'], unique: false },
        ],
        foreignKeys: [
          {
            name: 'factor_challenge_user_id_fk',
            columns: ['user_id'],
            references: { table: 'user', columns: ['id'] },
            onDelete: 'cascade',
          },
        ],
      },
    },
  ],
};
