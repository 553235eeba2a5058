import type { RequestContext } from '../../../kernel/contract/context.js';
import type { SqlParameters, SqlSession } from '../../../kernel/contract/database.js';
import { denied } from '../../../kernel/errors/catalog.js';
import type { ReachSubject, SlotColumn } from '../sql/reachability.sql.js';
import { reachVerdictSql } from '../sql/reachability.sql.js';
import { reachFragments } from '../sql/reach-rules.js';
import type { AccessOf, CallerAccess } from './caller-access.js';

/** Whether a caller reaches a record through any place it stands in; one statement, or none when nothing is restricted. */
export interface Reach {
  isReached(
    subject: ReachSubject,
    id: string,
    context: RequestContext,
    session: SqlSession,
  ): Promise<boolean>;
  /** Whether what stands in a page or record is open to the caller; a page may be readable although its content is not. */
  isOpen(subject: ReachSubject, id: string, context: RequestContext, session: SqlSession): Promise<boolean>;
  /** @throws AppError 401/403 for a page or page data record that `routable_security` or its route hides. */
  assertRoutable(
    subject: 'page' | 'page_data',
    id: string,
    context: RequestContext,
    session: SqlSession,
  ): Promise<void>;
}

export function createReach(deps: {
  readonly accessOf: AccessOf;
  readonly slots: readonly SlotColumn[];
}): Reach {
  const texts = new Map<string, string>();
  /** The statement that asks for a verdict. */
  function question(
    subject: ReachSubject,
    id: string,
    context: RequestContext,
    session: SqlSession,
  ): { readonly sql: string; readonly parameters: SqlParameters } {
    const { rules } = deps.accessOf(context);
    const fragments = reachFragments(rules, session, context.now);
    // The text depends on these alone, so a few texts serve all requests.
    const variant = [subject, rules.seesNotLive, rules.routable, rules.refusals.length].join();
    let sql = texts.get(variant);
    if (sql === undefined) {
      sql = reachVerdictSql({ subject, rules, fragments, slots: deps.slots }, session);
      texts.set(variant, sql);
    }
    return { sql, parameters: { id, ...fragments.parameters } };
  }
  async function isReached(...asked: Parameters<Reach['isReached']>): Promise<boolean> {
    const [subject, , context, session] = asked;
    if (isAlwaysReached(subject, deps.accessOf(context))) return true;
    const { sql, parameters } = question(...asked);
    return isGrantedBy(await session.first<Verdict>(sql, parameters));
  }
  return {
    isReached,
    async isOpen(...asked) {
      const [, , context, session] = asked;
      if (deps.accessOf(context).isUnrestricted) return true;
      const { sql, parameters } = question(...asked);
      return isGrantedBy(await session.first<Verdict>(sql, parameters));
    },
    async assertRoutable(subject, id, context, session) {
      if (await isReached(subject, id, context, session)) return;
      throw denied(context.actor, subject === 'page_data' ? 'Page data access denied.' : undefined);
    },
  };
}

type Verdict = { readonly granted: number | string };

const isGrantedBy = (verdict: Verdict | undefined): boolean => Number(verdict?.granted) === 1;

/** Nothing that is configured hides records of this kind from the caller. */
export function isAlwaysReached(
  subject: ReachSubject,
  { isUnrestricted, routable, refusedRules }: CallerAccess,
): boolean {
  if (isUnrestricted) return true;
  if (subject === 'page') return routable !== 'refused';
  return subject === 'page_data' && routable === 'unset' && refusedRules.length === 0;
}
