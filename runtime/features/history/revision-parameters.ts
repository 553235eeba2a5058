import { AUDIT_KINDS } from '../../kernel/contract/features/audit.js';
import type { RequestedParameters } from '../../kernel/contract/http/requested.js';
import { withPlus } from '../../kernel/reads/column-value.js';
import { parseComparedDate } from '../../kernel/util/dates/compared-date.js';
import { isUuid } from '../../kernel/util/is-uuid.js';
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
  const number = numberIn(text);
  if (number === undefined) throw historyErrors.noRevision();
  return number;
}

/**
 * Parses the cursor `before`: the last revision number of the previous page.
 * @throws AppError 400
 */
export function readRevisionPage({ before }: RequestedParameters): RevisionPage {
  if (before === undefined) return { before: LAST_NUMBER, limit: PAGE_SIZE };
  const number = numberIn(before);
  if (number === undefined) throw historyErrors.badParameter('before', 'the number of a revision');
  return { before: number, limit: PAGE_SIZE };
}

/**
 * Parses the cursor `after`: the last record id of the previous page.
 * @throws AppError 400
 */
export function readRecordPage({ after }: RequestedParameters): RecordPage {
  if (after === undefined) return { after: FIRST_ID, limit: RECORD_PAGE_SIZE };
  if (typeof after !== 'string' || !isUuid(after))
    throw historyErrors.badParameter('after', 'the id of a record');
  return { after: after.toLowerCase(), limit: RECORD_PAGE_SIZE };
}

/**
 * Parses the revision to compare with; undefined without the parameter.
 * @throws AppError 400
 */
export function readCompared({ compare }: RequestedParameters): number | undefined {
  if (compare === undefined) return undefined;
  const number = numberIn(compare);
  if (number === undefined) throw historyErrors.badParameter('compare', 'the number of a revision');
  return number;
}

/**
 * Parses the filters for the list of all revisions.
 * @throws AppError 400
 */
export function readRevisionFilter(
  query: RequestedParameters,
  { now, registry }: { readonly now: Date; readonly registry: ResourceRegistry },
): RevisionFilter {
  const moment = (name: 'from' | 'until'): Partial<Record<'from' | 'until', Date>> => {
    const text = query[name];
    if (text === undefined) return {};
    const parsed = typeof text === 'string' ? parseComparedDate(withPlus(text), now) : undefined;
    if (parsed === undefined) throw historyErrors.badParameter(name, 'a date');
    return { [name]: parsed };
  };
  const { author, type, kind } = query;
  if (author !== undefined && !(typeof author === 'string' && isUuid(author)))
    throw historyErrors.badParameter('author', 'the id of an account');
  if (type !== undefined && typeof type !== 'string')
    throw historyErrors.badParameter('type', 'the name of a type');
  if (kind !== undefined && !KINDS.includes(String(kind)))
    throw historyErrors.badParameter('kind', `one of ${KINDS.join(', ')}`);
  return {
    ...moment('from'),
    ...moment('until'),
    ...(author === undefined ? {} : { actor: author.toLowerCase() }),
    ...(type === undefined ? {} : { types: recordedTypes(registry, type) }),
    ...(kind === undefined ? {} : { kind: String(kind) }),
  };
}

function numberIn(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^[1-9]\d{0,9}$/.test(text)) return undefined;
  const number = Number(text);
  return number <= LAST_NUMBER ? number : undefined;
}
