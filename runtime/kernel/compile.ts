import type {
  ItemVoter,
  QueryExtension,
  RefusalHeaders,
  RepresentationExtension,
} from './contract/records/operations.js';
import type { WriteRule } from './contract/records/writes.js';
import type { RunCommand, EnterUseCase, UseCaseGuard } from './contract/records/use-cases.js';
import { createCommands } from './writes/commands.js';
import { createAnnounce } from './unit-of-work/announce.js';
import { createRunCommand } from './unit-of-work/run-command.js';
import type { Feature } from './feature.js';
import { createAskPaths } from './reads/requested-paths.js';
import { createCoalescedMembers } from './reads/coalesced-members.js';
import { createDeclaredTo, createReadsPath } from './reads/declared-parameters.js';
import { createEmbeddedRecords } from './reads/embedded-records.js';
import { createReadCollection } from './reads/read-collection.js';
import { createRememberedCounts, type WriteNumber } from './records/remembered-counts.js';
import { createItemReader } from './reads/read-item.js';
import { InternalError } from './errors/internal-error.js';
import { createFindRefused } from './writes/refused-states.js';
import { createReferenceResolver } from './writes/reference-resolver.js';
import type { RemoveRecord, ResourceOperations } from './resource-operations.js';
import { createResourceOperations } from './resource-operations.js';
import type { Kernel } from './kernel.js';
import { observed, USE_CASE_CHANNEL } from './observation/channels.js';
import { beginUseCase } from './observation/origin.js';
import { partsByType, prepareResources } from './prepared-resource.js';

export interface CompileDeps {
  readonly kernel: Kernel;
  /** The features, in execution order. */
  readonly features: readonly Feature[];
}

/** Compiles the contributions of all features into the use cases of every resource, once. */
export function compileOperations({ kernel, features }: CompileDeps): ResourceOperations {
  const { registry, iris, database, guard, reader, writer, config } = kernel;
  const parts = collect(features);
  const filtersOf = partsByType(registry, parts.filters);
  const readsPath = createReadsPath({ registry, guard });
  const askPaths = createAskPaths({ registry, iris, reader, filtersOf });
  const declaredTo = createDeclaredTo(readsPath);
  const coalesced = createCoalescedMembers({ registry, iris, askPaths, readsPath });
  const nested = [...parts.extensions.filter(({ inNested = true }) => inNested), coalesced];
  const embedded = createEmbeddedRecords({
    ...kernel,
    filtersOf,
    extensionsOf: partsByType(registry, nested),
  });
  const alone = parts.extensions.filter(({ inNested = true }) => !inNested);
  const prepared = prepareResources({ ...parts, extensions: [...nested, embedded, ...alone] }, kernel);
  const reads = { prepared, iris, askPaths, declaredTo };
  const readCollection = createReadCollection({
    ...reads,
    sizeParameter: config.pagination.itemsPerPageParameterName,
    counts: createRememberedCounts(parts.writeNumber),
  });
  const references = createReferenceResolver({ registry, iris, reader, guards: parts.guards });
  const writes = { reader, writer, prepared, references };
  const run = createRunCommand({
    database,
    registry,
    tablePrefix: config.tablePrefix,
    commands: createCommands(registry, writes),
    hooks: [...parts.unitOfWork, kernel.outbox.hooks],
    announce: createAnnounce({ registry, iris, follows: parts.follows }),
  });
  return createResourceOperations({
    ...writes,
    database,
    readCollection,
    remove: parts.remove,
    items: createItemReader({ ...reads, readCollection }),
    run,
    nameAuthor: parts.nameAuthor,
    findRefused: createFindRefused({ prepared, guards: parts.guards }),
    enter: observedUseCases(
      ofWholes(
        allGates(
          features.flatMap(({ guard }) => guard ?? []),
          run,
        ),
      ),
    ),
    createGuard(resource, context) {
      for (const voter of prepared(resource).voters) voter.assertMayCreate?.(resource, context);
    },
  });
}

/** Returns the headers of the first feature that has some for a path. */
export function compileRefusalHeaders(features: readonly Feature[]): RefusalHeaders {
  const all = features.flatMap(({ http }) => http?.refusalHeaders ?? []);
  return (path) => {
    for (const headersOf of all) {
      const headers = headersOf(path);
      if (headers !== undefined) return headers;
    }
    return undefined;
  };
}

/** Publishes every use case that starts on the diagnostics channel. */
function observedUseCases(enter: EnterUseCase): EnterUseCase {
  return (useCase, work) => {
    beginUseCase(useCase, useCase.context);
    return observed(
      USE_CASE_CHANNEL,
      () => ({ name: useCase.name, resource: useCase.resource?.name }),
      () => enter(useCase, work),
    );
  };
}

/** Skips the guards for a part of a larger unit of work, which has already passed them. */
function ofWholes(enter: EnterUseCase): EnterUseCase {
  return (useCase, work) => (useCase.context.partOf === undefined ? enter(useCase, work) : work(useCase));
}

/** Chains guards; the first one runs first. */
function allGates([guard, ...others]: readonly UseCaseGuard[], run: RunCommand): EnterUseCase {
  if (guard === undefined) return (useCase, work) => work(useCase);
  // Usually there is one guard, and every request passes it.
  if (others.length === 0) return (useCase, work) => guard.enter(useCase, work, run);
  const enter = allGates(others, run);
  return (useCase, work) => guard.enter(useCase, (entered) => enter(entered, work), run);
}

/** Fallback without a feature that knows the dependents of a record: nothing can be deleted. */
const cannotRemove: RemoveRecord = () => {
  throw new InternalError('No feature removes records');
};

/** Fallback without a feature that receives writes of other processes: write numbers are unknown. */
const unnotified: WriteNumber = () => undefined;

function collect(features: readonly Feature[]) {
  const all = <Part>(of: (feature: Feature) => readonly Part[] | undefined): readonly Part[] =>
    features.flatMap((feature) => of(feature) ?? []);
  return {
    filters: all<QueryExtension>(({ reads }) => reads?.filters),
    selectors: all(({ reads }) => reads?.selectors),
    writeNumber:
      features.find(({ reads }) => reads?.writeNumber !== undefined)?.reads?.writeNumber ?? unnotified,
    voters: all<ItemVoter>(({ reads }) => reads?.voters),
    extensions: all<RepresentationExtension>(({ representation }) => representation),
    rules: all<WriteRule>(({ writes }) => writes?.rules),
    checks: all(({ writes }) => writes?.checks),
    targets: all(({ writes }) => writes?.targets),
    stages: all(({ writes }) => writes?.stages),
    guards: all(({ writes }) => writes?.guards),
    remove: features.find(({ writes }) => writes?.remove !== undefined)?.writes?.remove ?? cannotRemove,
    nameAuthor: features.find(({ writes }) => writes?.nameAuthor !== undefined)?.writes?.nameAuthor,
    follows: features.flatMap(({ follows }) => follows ?? []),
    unitOfWork: features.flatMap(({ unitOfWork }) => unitOfWork ?? []),
  };
}
