import type { Actor } from '../contract/context.js';
import type { Database, TransactionSession } from '../contract/database/database.js';
import type { ItemVoter, ReadScope, VoteScope } from '../contract/records/operations.js';
import type { StoredRecord } from '../contract/records/record.js';
import { unlessRefused } from '../errors/unless-refused.js';
import type { ResourceRegistry } from '../metadata/resource-registry.js';
import type { Clock } from '../ports/clock.js';
import type { Logger } from '../ports/logger.js';
import { partsByType } from '../prepared-resource.js';
import { byType, idLists } from '../records/id-lists.js';
import type { RecordReader } from '../records/record-reader.js';
import { contextWithoutRequest } from '../util/http/context-without-request.js';

/** A stored record, with its previous state if that differs. */
export interface PreviousState {
  readonly type: string;
  readonly id: string;
  readonly before?: StoredRecord;
}

/**
 * Determines which records a reader could read when the transaction began. The visibility index is updated at
 * the end of a transaction and has the previous state until then.
 */
export interface PreviousVisibility {
  /** Returns the ids of the records that the reader could read; one statement per type. */
  among(
    states: readonly PreviousState[],
    session: TransactionSession,
    reader: Actor,
  ): Promise<ReadonlySet<string>>;
  /** Returns whether records of the type can be hidden at all. */
  canBeHidden(type: string): boolean;
}

export interface PreviousVisibilityDeps {
  readonly registry: ResourceRegistry;
  readonly reader: RecordReader;
  readonly database: Pick<Database, 'dialect'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** @param voters voters of all features */
export function createPreviousVisibility(
  deps: PreviousVisibilityDeps,
  voters: readonly ItemVoter[],
): PreviousVisibility {
  const { registry, reader, database } = deps;
  const hiding = voters.filter(({ isOfCallers }) => isOfCallers !== true);
  const votersOf = partsByType(registry, hiding);
  const byIds = database.dialect.anyOf('t.id', 'ids', 'uuid');

  async function collect(
    type: string,
    states: readonly PreviousState[],
    { scope, shown }: { readonly scope: ReadScope; readonly shown: Set<string> },
  ): Promise<void> {
    const evaluates = votersOf({ name: type });
    const previous = new Map(states.map(({ id, before }) => [id, before]));
    const questions = evaluates.flatMap((voter) => {
      const condition = voter.condition?.(scope.context);
      return condition === undefined ? [] : [{ voter, condition }];
    });
    const texts = questions.map(({ condition }) => condition.sql);
    const parameters = Object.assign({}, ...questions.map(({ condition }) => condition.parameters)) as object;
    const statement = reader.statements(type).evaluated([byIds], texts);
    for (const ids of idLists(previous.keys())) {
      for (const { record, isMet } of await statement.read(scope.session, { ...parameters, ids })) {
        const answers = new Map(questions.map(({ voter }, index) => [voter, isMet[index] === true]));
        const state = previous.get(record.id) ?? record;
        const verdicts = evaluates.map((voter) => ({
          voter,
          scope: { ...scope, isMet: answers.get(voter) },
        }));
        if (await passesAll(state, verdicts)) shown.add(record.id);
      }
    }
  }

  return {
    async among(states, session, actor) {
      const shown = new Set<string>();
      const scope = { session, context: contextWithoutRequest(actor, deps) };
      for (const [type, ofType] of byType(states)) {
        if (votersOf({ name: type }).length === 0) for (const { id } of ofType) shown.add(id);
        else await collect(type, ofType, { scope, shown });
      }
      return shown;
    },
    canBeHidden: (type) => votersOf({ name: type }).length > 0,
  };
}

interface Verdict {
  readonly voter: ItemVoter;
  readonly scope: VoteScope;
}

async function passesAll(record: StoredRecord, verdicts: readonly Verdict[]): Promise<boolean> {
  const isPassed = await unlessRefused(async () => {
    for (const { voter, scope } of verdicts) await voter.assertGranted(record, 'read', scope);
    return true;
  });
  return isPassed === true;
}
