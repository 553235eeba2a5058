import type { AskedValue } from '../contract/http/asked.js';
import type { Dialect } from '../contract/database/database.js';
import type { SqlCondition } from '../contract/records/operations.js';
import type { FilterDescriptor } from '../contract/schema/resource.js';
import type { RelatedRecords } from '../records/related-records.js';
import type { AskedMember, AskedPaths } from './asked-paths.js';

/** The input of a filter: the member, and the parameters of the request about it. */
export interface FilterScope {
  readonly filter: FilterDescriptor;
  readonly asked: AskedValue;
  readonly dialect: Dialect;
  /** The moment that `now` stands for. */
  readonly now: Date;
  readonly expression: string;
  /** The records behind `expression`, where it is a member of several. */
  readonly related: RelatedRecords | undefined;
  readonly member: AskedMember;
  readonly paths: Pick<AskedPaths, 'idNamed'>;
  /** Prefix of this filter's SQL parameters. */
  readonly name: string;
}

/** The result of one filter for a request. */
export interface Filtered {
  /** Undefined where nothing is asked for. */
  readonly condition: SqlCondition | undefined;
  /** Parameters, named as in the URL, whose values the member can not hold. */
  readonly useless: readonly string[];
}

/** Whoever asks for something that no member can be is shown nothing, never everything (contract decision 85). */
export const NOTHING: SqlCondition = { sql: '1 = 0', parameters: {} };

export const nothingFor = (...useless: readonly string[]): Filtered => ({ condition: NOTHING, useless });

/** The texts that a parameter was sent with, once or as a list; undefined for anything else. */
export function textsIn(asked: AskedValue): readonly string[] | undefined {
  if (typeof asked === 'string') return [asked];
  if (!Array.isArray(asked)) return undefined;
  return asked.every((entry) => typeof entry === 'string') ? asked : undefined;
}
