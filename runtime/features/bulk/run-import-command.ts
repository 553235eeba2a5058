import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { CommandIo } from '../../kernel/contract/features/command.js';
import type { RequestContext } from '../../kernel/contract/context.js';
import type { FeatureApis } from '../../kernel/contract/features/feature-api.js';
import type { CommandService, Service } from '../../kernel/feature.js';
import type { Kernel } from '../../kernel/kernel.js';
import { contextWithoutRequest } from '../../kernel/util/http/context-without-request.js';
import type { PlacementServices } from '../placement/public-api.js';
import type { Uploads } from '../uploads/public-api.js';
import { BulkError } from './model/bulk-error.js';
import { describeDone, describePlan } from './describe-plan.js';
import { type TransferredType, transferredTypes } from './format/transferred.js';
import { OPERATOR } from './operator.js';
import type { CleanValues } from '../html/public-api.js';
import { createCompareStored } from './plan/compare-stored.js';
import type { ImportFiles } from './plan/import-files.js';
import { planImport } from './plan/plan-import.js';
import type { ImportPlan } from './plan/planned.js';
import { createProblems, type Place } from './plan/problems.js';
import { createResolveFile } from './plan/resolve-file.js';
import { scheduleRecords } from './plan/schedule.js';
import { printingErrors } from './printing-errors.js';
import { openSource } from './sources/open-source.js';
import { deleteMissing, findMissing, type Missing } from './store/delete-missing.js';
import { createExchangeValues } from './store/exchange-values.js';
import { runImport } from './store/run-import.js';
import { inSmallHeap } from './store/small-heap.js';
import { createStoreRecords } from './store/store-records.js';

export interface ImportCommandDeps extends Kernel {
  readonly uploads: Pick<Uploads, 'stores' | 'openBatch'>;
  readonly cascade: PlacementServices['cascade'];
  readonly clean: CleanValues;
  readonly apis: Pick<FeatureApis, 'getAll'>;
  readonly types: ReadonlyMap<string, TransferredType>;
}

const NUMBERS = new Intl.NumberFormat('en');
const MOST_TOGETHER = 5000;

/** Rolls back a completed dry run. */
class Rehearsed extends Error {
  readonly code: number;

  constructor(code: number) {
    super('the transaction of a dry run is undone');
    this.code = code;
  }
}

/** Runs the import in a transaction that is rolled back, so that all rules of an import apply. */
async function rehearse(service: CommandService, io: CommandIo): Promise<number> {
  try {
    return await service.inTransaction(async (joined) => {
      const command = joined.featureCommands.find(({ name }) => name === 'import');
      throw new Rehearsed((await command?.run(joined, io)) ?? 0);
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.code;
    throw error;
  }
}

/** The command `cms import`. */
export const runImportCommand = printingErrors(
  async (service, io, given: Omit<ImportCommandDeps, 'types'>): Promise<number> => {
    if (io.flags['dry-run'] === true && given.joinedTo === undefined) return rehearse(service, io);
    const types = transferredTypes(given.registry);
    const deps = { ...given, types };
    const [file] = io.args;
    if (file === undefined)
      throw new BulkError('Missing argument. Pass the folder or file to import: cms import FILE');
    const source = await openSource(file, io, deps);
    try {
      for (const notice of source.notices) io.printError(notice);
      if (io.flags['dry-run'] === true) for (const line of source.mapped) io.print(line);
      return await inSmallHeap(() => importFiles({ file, ...source }, service, { io, deps }));
    } finally {
      await source.close();
    }
  },
);

interface Requested extends ImportFiles {
  readonly file: string;
  readonly source: string | undefined;
}

interface Use {
  readonly io: CommandIo;
  readonly deps: ImportCommandDeps;
}

async function importFiles(requested: Requested, service: Service, use: Use): Promise<number> {
  const { io, deps } = use;
  const work = prepare(requested, use);
  const plan = await planImport(requested.files, {
    ...work,
    onProgress: (records) => io.progress(`${NUMBERS.format(records)} records read`),
  });
  const schedule = scheduleRecords(plan.records, work.types, work.problems);
  const missing = io.flags['delete-missing'] === true ? await missingOf(requested, plan, use) : [];
  for (const line of work.problems.describe()) io.printError(line);
  if (work.problems.total > 0) {
    io.printError('Nothing was stored.');
    return 1;
  }
  const isDry = io.flags['dry-run'] === true;
  for (const line of describePlan(plan, missing)) io.print(line);
  if (missing.length > 0 && !isDry && !(await mayDelete(missing, io)))
    throw new BulkError('Nothing was stored.');
  const goes = new Set(missing.map(({ id }) => id));
  const store = createStoreRecords({
    ...deps,
    ...work,
    operations: service.operations,
    exchangeValues: createExchangeValues({ ...deps, plan, isDeleted: (id) => goes.has(id) }),
    typeOf: (id) => plan.records.get(id)?.type ?? plan.stored.get(id),
  });
  const total = schedule.steps.reduce((sum, { ids }) => sum + ids.size, 0);
  const stopped = await runImport(
    requested.files,
    { plan, schedule },
    {
      ...work,
      store,
      batchSize: batchSize(io),
      onProgress: (stored) =>
        io.progress(`${NUMBERS.format(stored)} of ${NUMBERS.format(total)} records stored`),
    },
  );
  if (stopped !== undefined) {
    for (const line of stopped) io.printError(line);
    io.printError(
      isDry
        ? 'Nothing was stored. Fix these lines first.'
        : 'The previous batches are stored. Fix these lines and run the same command again to resume.',
    );
    return 1;
  }
  if (missing.length > 0)
    await deleteMissing(missing, work.newContext(), { ...deps, operations: service.operations });
  io.print(isDry ? 'Dry run: nothing was stored.' : describeDone(plan, missing));
  return 0;
}

/** Prepares what planning and storing share. */
function prepare(requested: Requested, { deps }: Use) {
  const resolveFile = createResolveFile(requested.root);
  const made = new Map(requested.files.map(({ shown, lines }) => [shown, lines]));
  const lineOf = ({ file, line }: Place): number => made.get(file)?.[line - 1] ?? line;
  const newContext = (): RequestContext => ({
    ...contextWithoutRequest(OPERATOR, deps),
    request: { id: randomUUID(), reason: `cms import ${basename(requested.file)}` },
  });
  return {
    ...deps,
    resolveFile,
    newContext,
    context: newContext(),
    source: requested.source,
    differing: createCompareStored({
      ...{ stores: deps.uploads.stores, resolveFile },
      clean: deps.clean,
    }),
    lineOf,
    problems: createProblems(lineOf),
  };
}

function batchSize({ flags }: CommandIo): number {
  const size = Number(flags['batch']);
  if (Number.isInteger(size) && size > 0 && size <= MOST_TOGETHER) return size;
  throw new BulkError(`--batch must be a number from 1 to ${MOST_TOGETHER}.`);
}

/** Returns the records to delete. Only in a complete export does a missing record mean that it must be deleted. */
async function missingOf({ manifest }: Requested, plan: ImportPlan, { deps }: Use): Promise<Missing> {
  if (manifest === null || manifest.source !== null)
    throw new BulkError(
      '--delete-missing requires the folder of an export of this site, because other files do not list the complete content.',
    );
  const complete = Object.entries(manifest.types).filter(([, { isComplete }]) => isComplete);
  const types = complete.flatMap(([name]) => deps.types.get(name) ?? []);
  return findMissing(types, (id) => plan.records.has(id), deps);
}

async function mayDelete(missing: Missing, { flags, prompt }: CommandIo): Promise<boolean> {
  if (flags['yes'] === true) return true;
  if (prompt === undefined)
    throw new BulkError('Deleting records requires confirmation. Pass --yes to delete without a prompt.');
  return prompt.confirm(`Delete ${NUMBERS.format(missing.length)} records that are not in the import?`);
}
