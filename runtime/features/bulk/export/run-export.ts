import { resolve } from 'node:path';
import { auditLogOf } from '../../../kernel/contract/features/audit.js';
import { ANONYMOUS } from '../../../kernel/contract/context.js';
import type { FeatureApis } from '../../../kernel/contract/features/feature-api.js';
import type { CommandIo } from '../../../kernel/contract/features/command.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { parseDateTime } from '../../../kernel/util/dates/parse-date-time.js';
import { contextWithoutRequest } from '../../../kernel/util/http/context-without-request.js';
import type { Uploads } from '../../uploads/public-api.js';
import { BulkError } from '../model/bulk-error.js';
import { type TransferredType, transferredTypes } from '../format/transferred.js';
import { printingErrors } from '../printing-errors.js';
import { OPERATOR } from '../operator.js';
import { writeExport } from './write-export.js';

export interface ExportCommandDeps extends Kernel {
  readonly uploads: Pick<Uploads, 'stores'>;
  readonly apis: Pick<FeatureApis, 'getAll'>;
  /** Returns whether visitors submitted the records of a type. */
  readonly isOfVisitors: (type: string) => boolean;
}

const NUMBERS = new Intl.NumberFormat('en');
const FOLDER = 'export';

/** The command `cms export`. */
export const runExport = printingErrors(async (service, io, deps: ExportCommandDeps): Promise<void> => {
  const { print, progress, args, flags } = io;
  const folder = args[0] ?? FOLDER;
  const types = chosenTypes(flags['type'], deps);
  const since = readSince(flags['since'], deps.clock.now());
  await auditLogOf(deps.apis).addAlone(
    { kind: 'export', details: 'content as JSON Lines' },
    { address: '' },
    contextWithoutRequest(ANONYMOUS, deps),
  );
  // Publishes due drafts first, like every read.
  const context = contextWithoutRequest(OPERATOR, deps);
  const { types: written } = await service.operations.enter({ name: 'export', isRead: true, context }, () =>
    writeExport(
      { folder: resolve(process.cwd(), folder), types, since },
      {
        ...deps,
        stores: deps.uploads.stores,
        onProgress: (records) => progress(`${NUMBERS.format(records)} records`),
      },
    ),
  );
  const names = Object.keys(written);
  for (const name of names) print(`${NUMBERS.format(written[name]?.records ?? 0)} ${name}`);
  if (flags['type'] === undefined) for (const line of await describeLeftOut(deps)) print(line);
  print(names.length === 0 ? 'There is nothing to export.' : `Written to ${folder}`);
});

/** Describes the records that an export without `--type` omits: exportable types that forms store. */
async function describeLeftOut({
  registry,
  isOfVisitors,
  database,
}: ExportCommandDeps): Promise<readonly string[]> {
  const lines: string[] = [];
  const resources = [...transferredTypes(registry).values()].map(({ resource }) => resource);
  for (const { name, table } of resources.filter((resource) => isOfVisitors(resource.name))) {
    const row = await database.first<{ total: unknown }>(
      `select count(*) as total from ${database.table(table)} t`,
    );
    const total = Number(row?.total ?? 0);
    if (total > 0)
      lines.push(
        `Skipped ${NUMBERS.format(total)} ${name} submitted by visitors. To export them, pass --type ${name}.`,
      );
  }
  return lines;
}

function chosenTypes(
  requested: CommandIo['flags'][string],
  { registry, isOfVisitors }: ExportCommandDeps,
): readonly TransferredType[] {
  const known = transferredTypes(registry);
  const names = Array.isArray(requested) ? (requested as readonly string[]) : [];
  if (names.length === 0) return [...known.values()].filter(({ resource }) => !isOfVisitors(resource.name));
  return names.map((name) => {
    const type = known.get(name);
    if (type === undefined)
      throw new BulkError(
        `${name} cannot be exported. The exportable types are ${[...known.keys()].join(', ')}.`,
      );
    return type;
  });
}

function readSince(requested: CommandIo['flags'][string], now: Date): Date | undefined {
  if (typeof requested !== 'string') return undefined;
  const since = parseDateTime(requested, now);
  if (since === undefined)
    throw new BulkError(`--since ${requested} is not a valid time. Use the form 2026-11-01T09:00:00Z.`);
  return since;
}
