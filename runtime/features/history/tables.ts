import type { TableDefinition } from '../../kernel/contract/database/table.js';

/** The length of a reason, in characters. */
export const REASON_LENGTH = 500;

/** The length of the details of an entry of the audit log, in characters. */
export const DETAILS_LENGTH = 200;

/**
 * Units of work that changed something, and between them the entries of the audit log (ADR 104): those have a `kind`. The database numbers them when they are recorded: a record that two of them changed is locked
 * until the first is committed, so that the numbers follow the order of its changes, whatever the clocks say.
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
    // Rows that it was recorded with; some of them may be pruned by now.
    { name: 'changes', type: 'integer', nullable: false },
    { name: 'kind', type: 'string', nullable: true, length: 20, binary: true },
    // The account that it was done to, or as which; no foreign key, because it outlives the account.
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
 * Rows that a unit changed. `subject` is the record whose address they are read at: a draft stands for its published record.
 * `state_before` is absent for a new row, holds all members of a removed one, and those that were changed otherwise;
 * `state_after` holds all members, and is absent for a removed row.
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
 * Files that no record held any more when a unit was through, each by the address of a record that had held it: former states name
 * them, so they stay for as long as that change is kept (ADR 96).
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
