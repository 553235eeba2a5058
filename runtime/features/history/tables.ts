import type { TableDefinition } from '../../kernel/contract/database/table.js';

/** Maximum length of a reason in characters. */
export const REASON_LENGTH = 500;

/** Maximum length of the details of an audit log entry in characters. */
export const DETAILS_LENGTH = 200;

/**
 * Units of work that changed something, and audit log entries (ADR 104), which have a `kind`. The database numbers them
 * on insert. Records are locked until the commit, so the numbers follow the order of each record's changes, independent
 * of clocks.
 */
export const revisionTable: TableDefinition = {
  name: 'revision',
  columns: [
    { name: 'number', type: 'integer', nullable: false, numbered: true },
    { name: 'made_at', type: 'datetime', nullable: false },
    { name: 'actor', type: 'uuid', nullable: true },
    { name: 'request_id', type: 'string', nullable: true, length: 128 },
    { name: 'reason', type: 'string', nullable: true, length: REASON_LENGTH },
    { name: 'use_case', type: 'string', nullable: true, length: 100 },
    // Number of recorded rows; some may have been pruned since.
    { name: 'changes', type: 'integer', nullable: false },
    { name: 'kind', type: 'string', nullable: true, length: 20, binary: true },
    // The affected or assumed account. Not a foreign key, because the entry outlives the account.
    { name: 'account', type: 'uuid', nullable: true },
    { name: 'details', type: 'string', nullable: true, length: DETAILS_LENGTH },
  ],
  primaryKey: ['number'],
  indexes: [
    { name: 'revision_age', columns: ['made_at'], unique: false },
    { name: 'revision_actor', columns: ['actor', 'number'], unique: false },
    { name: 'revision_kind', columns: ['kind', 'number'], unique: false },
  ],
  foreignKeys: [],
};

/**
 * Rows changed by a unit. `subject` is the record that they are displayed for: a draft counts as its published record.
 * `state_before` is null for a new row, and contains all members of a deleted row, otherwise the changed ones.
 * `state_after` contains all members, and is null for a deleted row.
 */
export const revisionChangeTable: TableDefinition = {
  name: 'revision_change',
  columns: [
    { name: 'revision', type: 'integer', nullable: false },
    { name: 'record', type: 'uuid', nullable: false },
    { name: 'subject', type: 'uuid', nullable: false },
    { name: 'record_type', type: 'string', nullable: false, length: 100, binary: true },
    { name: 'state_before', type: 'text', nullable: true },
    { name: 'state_after', type: 'text', nullable: true },
  ],
  primaryKey: ['revision', 'record'],
  indexes: [
    { name: 'revision_change_subject', columns: ['subject', 'revision'], unique: false },
    { name: 'revision_change_type', columns: ['record_type', 'revision'], unique: false },
  ],
  foreignKeys: [],
};

/**
 * Files that no record holds after a unit, with the subject of a record that held them. Previous states refer to them,
 * so they are retained as long as that change (ADR 96).
 */
export const revisionFileTable: TableDefinition = {
  name: 'revision_file',
  columns: [
    { name: 'revision', type: 'integer', nullable: false },
    { name: 'path', type: 'string', nullable: false, length: 255, binary: true },
    { name: 'adapter', type: 'string', nullable: false, length: 100, binary: true },
    { name: 'subject', type: 'uuid', nullable: false },
  ],
  primaryKey: ['revision', 'path', 'adapter'],
  indexes: [
    { name: 'revision_file_path', columns: ['path'], unique: false },
    { name: 'revision_file_subject', columns: ['subject'], unique: false },
  ],
  foreignKeys: [],
};

export const historyTables: readonly TableDefinition[] = [
  revisionTable,
  revisionChangeTable,
  revisionFileTable,
];
