import type {
  ItemSelector,
  QueryExtension,
  RefusalHeaders,
  RepresentationExtension,
} from '../../kernel/contract/operations.js';
import type { DraftCopy, StateCheck, UpdateTarget, WriteRule } from '../../kernel/contract/writes.js';
import type { Clock } from '../../kernel/ports/clock.js';
import type { SqlSession } from '../../kernel/contract/database.js';
import type { IriConverter } from '../../kernel/metadata/iri-converter.js';
import type { RemoveRecord } from '../../kernel/resource-operations.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import type { RecordReader } from '../../kernel/records/record-reader.js';
import type { RowWriter } from '../../kernel/records/row-writer.js';
import type { RepointRelations } from '../../kernel/records/repoint-relations.js';
import type { DraftGuard } from './draft-guards.js';
import { createDraftGuard, createKeepHiddenRule } from './draft-guards.js';
import { createDraftReferences } from './draft-references.js';
import type { DraftStates, Places } from './draft-states.js';
import { createDraftStates } from './draft-states.js';
import { createDraftTarget } from './draft-target.js';
import { createEditPlan } from './edit-plan.js';
import type { DueGate } from './due-gate.js';
import { createDueGate } from './due-gate.js';
import { createDueMemory } from './due-memory.js';
import type { ExpectUpdate } from './expect-update.js';
import { createExpectUpdate } from './expect-update.js';
import { createMergeDraft } from './merge-draft.js';
import type { Publication } from './publication.js';
import { createPublicationView } from './publication-view.js';
import { createPublishRule } from './publish-rule.js';
import { createRecentMerges } from './recent-merges.js';
import { createRefusalHeaders } from './refusal-headers.js';
import { createPublishableFilter, createPublishableSelectors } from './selection.js';
import { createSoftValidation } from './soft-validation.js';

export interface PublishableDeps {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  /** Where reads outside transactions run. */
  readonly session: SqlSession;
  readonly reader: RecordReader;
  readonly writer: RowWriter;
  readonly repoint: RepointRelations;
  readonly clock: Clock;
  readonly removeRecord: RemoveRecord;
  readonly publication: Publication;
  readonly places: Places;
  readonly copies: readonly DraftCopy[];
  /** Rules of other features that publishing applies. */
  readonly checks: readonly StateCheck[];
}

/** Drafts and publishing, in the parts that reads and writes are made of (components.md section 2). */
export interface Publishable {
  readonly states: DraftStates;
  readonly selectors: readonly ItemSelector[];
  readonly filter: QueryExtension;
  readonly gate: DueGate;
  readonly draftTarget: UpdateTarget;
  readonly expectUpdate: ExpectUpdate;
  /** Runs after the extensions that resolve positions. */
  readonly view: RepresentationExtension;
  readonly keepHidden: WriteRule;
  /** Runs last of all rules. */
  readonly publishRule: WriteRule;
  readonly guard: DraftGuard;
  readonly refusalHeaders: RefusalHeaders;
}

export function createPublishable(deps: PublishableDeps): Publishable {
  const states = createDraftStates(deps);
  const merge = createMergeDraft(deps);
  const memory = createDueMemory();
  const planEdit = createEditPlan(deps);
  const selectors = createPublishableSelectors({ ...deps, memory });
  return {
    states,
    gate: createDueGate({ ...deps, memory, merge, recent: createRecentMerges(deps.clock) }),
    selectors,
    filter: createPublishableFilter(deps),
    draftTarget: createDraftTarget({ ...deps, planEdit }),
    expectUpdate: createExpectUpdate({ ...deps, selectors, planEdit }),
    view: createPublicationView({
      ...deps,
      states,
      references: createDraftReferences({ ...deps, states }),
      softValidation: createSoftValidation(deps),
    }),
    keepHidden: createKeepHiddenRule({ ...deps, states }),
    publishRule: createPublishRule({ ...deps, merge }),
    guard: createDraftGuard({ ...deps, states }),
    refusalHeaders: createRefusalHeaders(deps),
  };
}
