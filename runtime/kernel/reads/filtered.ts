import type { RequestedValue } from '../contract/http/requested.js';
import type { Dialect } from '../contract/database/database.js';
import type { SqlCondition } from '../contract/records/operations.js';
import type { FilterDescriptor } from '../contract/schema/resource.js';
import type { RelatedRecords } from '../records/related-records.js';
import type { RequestedMember, RequestedPaths } from './requested-paths.js';

/** Input of a filter: the field and the request's parameters for it. */
export interface FilterScope {
  readonly filter: FilterDescriptor;
  readonly requested: RequestedValue;
  readonly dialect: Dialect;
  /** Time that `now` refers to. */
  readonly now: Date;
  readonly expression: string;
  /** The records behind `expression`, if it is a field of several. */
  readonly related: RelatedRecords | undefined;
  readonly member: RequestedMember;
  readonly paths: Pick<RequestedPaths, 'idNamed'>;
  /** Prefix of the filter's SQL parameters. */
  readonly name: string;
}

/** Result of a filter for a request. */
export interface Filtered {
  /** Undefined if the parameter is empty. */
  readonly condition: SqlCondition | undefined;
  /** Parameters, named as in the URL, whose values the field cannot have. */
  readonly useless: readonly string[];
}

/** Condition for impossible values: they match nothing, never everything (contract decision 85). */
export const NOTHING: SqlCondition = { sql: '1 = 0', parameters: {} };

export const nothingFor = (...useless: readonly string[]): Filtered => ({ condition: NOTHING, useless });

/** Returns the texts of a parameter that was sent once or as a list; undefined for any other form. */
export function textsIn(requested: RequestedValue): readonly string[] | undefined {
  if (typeof requested === 'string') return [requested];
  if (!Array.isArray(requested)) return undefined;
  return requested.every((entry) => typeof entry === 'string') ? requested : undefined;
}
