import type { RequestedParameters } from '../contract/http/requested.js';
import type { AppError } from '../errors/app-error.js';
import type { ErrorEntry } from '../errors/define-errors.js';
import { isUuid } from '../util/is-uuid.js';

/** Order of a list, newest first. Ids order records created at the same time. */
export interface ListPosition {
  readonly id: string;
  readonly createdAt: Date;
}

/** A page of a list, after the last record of the previous page. */
export interface KeysetPage {
  readonly after: ListPosition | undefined;
  readonly limit: number;
}

/** Returns the cursor of a record, which the next page sends as `before`. */
export const cursorOf = ({ createdAt, id }: ListPosition): string => `${createdAt.getTime()}-${id}`;

/** Parses a cursor; undefined for the first page. @throws AppError 400 for an invalid cursor */
export function readCursor({ before }: RequestedParameters, refusal: () => AppError): KeysetPage['after'] {
  if (before === undefined) return undefined;
  const [, time, id] = (typeof before === 'string' && /^(\d{1,13})-(.{36})$/.exec(before)) || [];
  if (time === undefined || id === undefined || !isUuid(id)) throw refusal();
  return { createdAt: new Date(Number(time)), id: id.toLowerCase() };
}

/** Returns the catalogue entry for an invalid cursor of a list, without its code. */
export const badCursor = (records: string) =>
  ({
    status: 400,
    when: `The cursor in \`before\` does not come from a list of ${records}.`,
    remedy: 'Use `next` of the previous page.',
    answer: 'The query parameter "before" is not a valid cursor. Use "next" of the previous page.',
  }) satisfies Omit<ErrorEntry, 'code'>;
