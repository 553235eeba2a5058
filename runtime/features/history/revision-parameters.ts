import { AUDIT_KINDS } from '../../kernel/contract/features/audit.js';
import {
  custom,
  integer,
  type Member,
  oneOf,
  optional,
  text,
  uuid,
  type ValuesOf,
  worded,
} from '../../kernel/endpoints/body-members.js';
import type { Refuse } from '../../kernel/endpoints/json-body.js';
import { withPlus } from '../../kernel/reads/column-value.js';
import { parseComparedDate } from '../../kernel/util/dates/compared-date.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { recordedTypes } from './previous-names.js';
import { historyErrors } from './errors.js';
import { CHANGE_KIND, type RecordPage, type RevisionFilter, type RevisionPage } from './stored-revisions.js';

/** Revisions per page. */
const PAGE_SIZE = 30;
/** Records per page. */
const RECORD_PAGE_SIZE = 100;
/** The smallest id. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** The largest number that the column can store. */
export const LAST_NUMBER = 2_147_483_647;

/** Values of the filter `kind` for the list of all revisions. */
export const KINDS: readonly string[] = [CHANGE_KIND, ...AUDIT_KINDS];

/**
 * Parses the revision number in a path.
 * @throws AppError 404 if it is not a number
 */
export function revisionNumber(text: string | undefined): number {
  const number = /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : LAST_NUMBER + 1;
  if (number > LAST_NUMBER) throw historyErrors.noRevision();
  return number;
}

interface Described {
  readonly description: string;
}

/** Declares a query parameter and the value that the error requests. */
const parameter = <Value>(wanted: string, member: Member<Value>) => optional(worded(member, wanted));

const number = (described: Described) =>
  parameter('the number of a revision', integer({ minimum: 1, maximum: LAST_NUMBER, ...described }));

const moment = (described: Described) =>
  parameter(
    'a date',
    custom({ type: 'string', format: 'date-time', ...described }, (value, { now }) =>
      typeof value === 'string' ? parseComparedDate(withPlus(value), now) : undefined,
    ),
  );

export const PAGE_QUERY = {
  before: number({ description: 'Number of the last revision of the previous page.' }),
};

export const COMPARE_QUERY = {
  compare: number({ description: 'Number of the revision for the comparison.' }),
};

export const RECORD_QUERY = {
  after: parameter(
    'the id of a record',
    uuid({ description: 'Id of the last record of the previous page, from `next`.' }),
  ),
};

/** Filters for the list of all revisions. */
export const SITE_QUERY = {
  ...PAGE_QUERY,
  author: parameter('the id of an account', uuid({ description: 'Id of a user.' })),
  type: parameter('the name of a type', text({ description: 'Name of a changed type.' })),
  kind: parameter(
    `one of ${KINDS.join(', ')}`,
    oneOf(KINDS, { description: 'Kind of revision; `change` for changes of records.' }),
  ),
  from: moment({ description: 'Earliest time of the revisions.' }),
  until: moment({ description: 'Time before which the revisions were made.' }),
};

/** Returns the error for an invalid value, whose message names the requested one. */
export const badValue: Refuse = ([{ propertyPath, message } = { propertyPath: '', message: '' }]) =>
  historyErrors.badParameter(propertyPath, message);

export const revisionPage = (before = LAST_NUMBER): RevisionPage => ({ before, limit: PAGE_SIZE });

export const recordPage = (after = FIRST_ID): RecordPage => ({ after, limit: RECORD_PAGE_SIZE });

export const revisionFilter = (
  { author, type, kind, from, until }: ValuesOf<typeof SITE_QUERY>,
  registry: ResourceRegistry,
): RevisionFilter => ({
  ...(from === undefined ? {} : { from }),
  ...(until === undefined ? {} : { until }),
  ...(author === undefined ? {} : { actor: author }),
  ...(type === undefined ? {} : { types: recordedTypes(registry, type) }),
  ...(kind === undefined ? {} : { kind }),
});
