import type { RequestContext } from '../../../kernel/contract/context.js';
import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { SqlCondition } from '../../../kernel/contract/records/operations.js';
import { denied } from '../../../kernel/errors/catalog.js';
import { type Asking, hasAccessPathSql, isPlaceVisibleSql } from '../sql/visible-places.sql.js';
import { visibilityFragments } from '../sql/visibility-rules.js';
import type { AccessOf, CallerAccess } from './caller-access.js';

/** Kinds of records with rules for visibility. */
export type VisibilitySubject = 'component' | 'page' | 'page_data';

/** A record and the request that reads it. */
export interface VisibilityQuestion<Subject extends VisibilitySubject = VisibilitySubject> {
  readonly subject: Subject;
  readonly id: string;
  readonly context: RequestContext;
  readonly session: SqlSession;
  /** Result of `condition`, if it was part of the statement that read the record. */
  readonly isMet?: boolean | undefined;
}

/**
 * Decides whether a caller may see a record through any of its places, with one statement, or none if nothing is
 * restricted.
 */
export interface Visibility {
  isVisible(requested: VisibilityQuestion): Promise<boolean>;
  /** Returns the same as a condition on the record's row, or undefined if nothing is restricted. */
  condition(subject: VisibilitySubject, context: RequestContext): SqlCondition | undefined;
  /**
   * Returns whether the caller may see the content of a page or record. A page may be readable although its content
   * is hidden.
   */
  isContentVisible(requested: VisibilityQuestion): Promise<boolean>;
  /** @throws AppError 401/403 for a page or page data record that `routable_security` or its route hides */
  assertRoutable(requested: VisibilityQuestion<'page' | 'page_data'>): Promise<void>;
}

export function createVisibility(deps: {
  readonly accessOf: AccessOf;
  readonly session: SqlSession;
}): Visibility {
  const { accessOf, session: database } = deps;
  const known = new Map<string, string>();
  function conditionOf(subject: VisibilitySubject, context: RequestContext): SqlCondition {
    const { rules } = accessOf(context);
    const fragments = visibilityFragments(rules, database, context.now);
    // The SQL depends only on these values, so a few texts serve all requests.
    const variant = [subject, rules.seesNotLive, rules.routable, rules.refusals.length].join();
    let sql = known.get(variant);
    if (sql === undefined) known.set(variant, (sql = visibleSql(subject, { rules, fragments }, database)));
    return { sql, parameters: fragments.parameters };
  }
  async function isGranted({ subject, id, context, session, isMet }: VisibilityQuestion): Promise<boolean> {
    if (isMet !== undefined) return isMet;
    const { sql, parameters } = conditionOf(subject, context);
    const { table, alias } = ROWS[subject];
    const verdict = `select 1 as granted from ${session.table(table)} ${alias} where ${alias}.id = :id and ${sql}`;
    return (await session.first(verdict, { id, ...parameters })) !== undefined;
  }
  async function isVisible(requested: VisibilityQuestion): Promise<boolean> {
    const access = accessOf(requested.context);
    return (
      isAlwaysVisible(requested.subject, access) || access.isRevealed(requested.id) || isGranted(requested)
    );
  }
  return {
    isVisible,
    condition: (subject, context) =>
      isAlwaysVisible(subject, accessOf(context)) ? undefined : conditionOf(subject, context),
    async isContentVisible(requested) {
      const access = accessOf(requested.context);
      return access.isUnrestricted || access.isRevealed(requested.id) || isGranted(requested);
    },
    async assertRoutable(requested) {
      if (await isVisible(requested)) return;
      throw denied(
        requested.context.actor,
        requested.subject === 'page_data' ? 'Page data access denied.' : undefined,
      );
    },
  };
}

/** Table of each kind, with its alias. */
const ROWS = {
  component: { table: 'abstract_component', alias: 'b' },
  page: { table: 'page', alias: 't' },
  page_data: { table: 'abstract_page_data', alias: 'b' },
} as const;

/**
 * Returns a condition on the row of a record: the caller may see the component, or the content of the page or record.
 */
function visibleSql(subject: VisibilitySubject, asking: Asking, session: SqlSession): string {
  const { alias } = ROWS[subject];
  const ask = { for: 'item', session } as const;
  return subject === 'component'
    ? isPlaceVisibleSql(`${alias}.place_id`, asking, ask)
    : hasAccessPathSql(`${alias}.id`, asking, ask);
}

/** Returns whether no configured rule hides records of this kind from the caller. */
export function isAlwaysVisible(
  subject: VisibilitySubject,
  { isUnrestricted, routable, refusedRules }: CallerAccess,
): boolean {
  if (isUnrestricted) return true;
  if (subject === 'page') return routable !== 'refused';
  return subject === 'page_data' && routable === 'unset' && refusedRules.length === 0;
}
