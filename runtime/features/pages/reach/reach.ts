import type { RequestContext } from '../../../kernel/contract/context.js';
import type { SqlParameters, SqlSession } from '../../../kernel/contract/database.js';
import { denied } from '../../../kernel/errors/catalog.js';
import type { ReachSubject, SlotColumn } from '../sql/reachability.sql.js';
import { reachVerdictSql } from '../sql/reachability.sql.js';
import { reachFragments } from '../sql/reach-rules.js';
import type { AccessOf, CallerAccess } from './caller-access.js';

/** A record, and who asks for it. */
export interface ReachQuestion<Subject extends ReachSubject = ReachSubject> {
  readonly subject: Subject;
  readonly id: string;
  readonly context: RequestContext;
  readonly session: SqlSession;
}

/** Whether a caller reaches a record through any place it stands in; one statement, or none when nothing is restricted. */
export interface Reach {
  isReached(asked: ReachQuestion): Promise<boolean>;
  /** Whether what stands in a page or record is open to the caller; a page may be readable although its content is not. */
  isOpen(asked: ReachQuestion): Promise<boolean>;
  /** @throws AppError 401/403 for a page or page data record that `routable_security` or its route hides. */
  assertRoutable(asked: ReachQuestion<'page' | 'page_data'>): Promise<void>;
}

export function createReach(deps: {
  readonly accessOf: AccessOf;
  readonly slots: readonly SlotColumn[];
}): Reach {
  const texts = new Map<string, string>();
  /** The statement that asks for a verdict. */
  function statement({ subject, id, context, session }: ReachQuestion): {
    readonly sql: string;
    readonly parameters: SqlParameters;
  } {
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
  async function isGranted(asked: ReachQuestion): Promise<boolean> {
    const { sql, parameters } = statement(asked);
    const verdict = await asked.session.first<Verdict>(sql, parameters);
    return Number(verdict?.granted) === 1;
  }
  async function isReached(asked: ReachQuestion): Promise<boolean> {
    return isAlwaysReached(asked.subject, deps.accessOf(asked.context)) || isGranted(asked);
  }
  return {
    isReached,
    async isOpen(asked) {
      return deps.accessOf(asked.context).isUnrestricted || isGranted(asked);
    },
    async assertRoutable(asked) {
      if (await isReached(asked)) return;
      throw denied(
        asked.context.actor,
        asked.subject === 'page_data' ? 'Page data access denied.' : undefined,
      );
    },
  };
}

type Verdict = { readonly granted: number | string };

/** Nothing that is configured hides records of this kind from the caller. */
export function isAlwaysReached(
  subject: ReachSubject,
  { isUnrestricted, routable, refusedRules }: CallerAccess,
): boolean {
  if (isUnrestricted) return true;
  if (subject === 'page') return routable !== 'refused';
  return subject === 'page_data' && routable === 'unset' && refusedRules.length === 0;
}
