import type { SqlSession } from '../../kernel/contract/database/database.js';
import type {
  ItemSelector,
  QueryExtension,
  RefusalHeaders,
  Representation,
  RepresentationExtension,
} from '../../kernel/contract/records/operations.js';
import type { DraftCopy, StateCheck, UpdateTarget, WriteRule } from '../../kernel/contract/records/writes.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { IriConverter } from '../../kernel/metadata/iri-converter.js';
import { isPublishable } from '../../kernel/metadata/publication-state.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { referenceTo } from '../../kernel/records/references.js';
import type { RemoveRecord } from '../../kernel/resource-operations.js';
import { createDraftGuard, createKeepHiddenRule, type DraftGuard } from './draft-guards.js';
import { createDraftReferences, type DraftReferences } from './draft-references.js';
import { createDraftStates, type DraftStates, type Places } from './draft-states.js';
import { createDraftTarget } from './draft-target.js';
import { createDueGuard, type DueGuard } from './due-guard.js';
import { createDueMemory } from './due-memory.js';
import { createEditPlan } from './edit-plan.js';
import { createExpectUpdate, type ExpectUpdate } from './expect-update.js';
import { createExpireRecord } from './expire-record.js';
import { createExpiryCheck } from './expiry-check.js';
import { createMergeDraft } from './merge-draft.js';
import { describePublication } from './publication-members.js';
import type { Publication } from './publication.js';
import { createPublishRule } from './publish-rule.js';
import { createRecentMerges } from './recent-merges.js';
import { createRefusalHeaders } from './refusal-headers.js';
import { createPublishableFilter, createPublishableSelectors } from './selection.js';
import { createSoftValidation, type SoftValidation } from './soft-validation.js';

export interface PublishableDeps extends Pick<
  Kernel,
  'registry' | 'iris' | 'reader' | 'writer' | 'repoint' | 'clock'
> {
  /** Session for reads outside transactions. */
  readonly session: SqlSession;
  readonly removeRecord: RemoveRecord;
  readonly publication: Publication;
  readonly places: Places;
  readonly copies: readonly DraftCopy[];
  /** State checks of all features, available once these are created. */
  readonly checks: () => readonly StateCheck[];
}

/** Extensions for reads and writes of drafts and publishing (components.md section 2). */
export interface Publishable {
  readonly states: DraftStates;
  readonly selectors: readonly ItemSelector[];
  readonly filter: QueryExtension;
  readonly guard: DueGuard;
  readonly draftTarget: UpdateTarget;
  readonly expectUpdate: ExpectUpdate;
  /** Runs after the extensions that resolve positions. */
  readonly view: RepresentationExtension;
  readonly keepHidden: WriteRule;
  readonly expiryCheck: StateCheck;
  /** Runs after all other rules. */
  readonly publishRule: WriteRule;
  readonly draftGuard: DraftGuard;
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
    guard: createDueGuard({
      ...deps,
      memory,
      merge,
      expire: createExpireRecord(deps),
      recent: createRecentMerges(deps.clock),
    }),
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
    expiryCheck: createExpiryCheck(),
    publishRule: createPublishRule({ ...deps, merge }),
    draftGuard: createDraftGuard({ ...deps, states }),
    refusalHeaders: createRefusalHeaders(deps),
  };
}

/**
 * Adds the publication state to representations, and hides drafts in relations from callers without permission. Uses
 * at most one statement. Runs after the extensions that resolve positions.
 */
function createPublicationView(deps: {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly publication: Publication;
  readonly states: DraftStates;
  readonly references: DraftReferences;
  readonly softValidation: SoftValidation;
}): RepresentationExtension {
  const { registry, publication, states, references, softValidation } = deps;
  return {
    appliesTo: ({ name, publishable }) => publishable !== undefined || references.has(name),
    async extend(representations, purpose, scope) {
      const { session, context } = scope;
      const isCounted = ({ record }: Representation): boolean =>
        publication.maySeeUsage(registry.require(record.type), context.actor);
      const known = new Map(
        representations.map((shown) => [shown.record.id, states.ownState(shown.record, isCounted(shown))]),
      );
      const requested = representations.filter(
        ({ record }) => isPublishable(registry.get(record.type)) && known.get(record.id) === undefined,
      );
      const own = requested.map(({ record }) => referenceTo(record));
      const named = representations.flatMap((representation) => references.of(representation));
      const count = requested.some(isCounted) ? 'places' : undefined;
      const found = await states.read([...own, ...named], session, count);
      for (const representation of representations) {
        const { record } = representation;
        if (isPublishable(registry.get(record.type))) {
          const state = known.get(record.id) ?? found.get(record.id);
          describePublication({ representation, state }, { purpose, context }, deps);
        }
        references.apply(representation, found, context);
      }
      if (purpose !== 'collection') await softValidation(representations, scope);
    },
  };
}
