import { dirname, join } from 'node:path';
import type { Database, SqlSession, SqlRow } from '../../kernel/contract/database/database.js';
import type { IriConverter } from '../../kernel/metadata/iri-converter.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import type { RecordReader } from '../../kernel/records/record-reader.js';
import type { Uploads } from '../../features/uploads/public-api.js';
import type { Clock } from '../../kernel/ports/clock.js';
import type { Logger } from '../../kernel/ports/logger.js';
import type { OnProgress } from '../declared-site.js';
import { createAssets } from './assets.js';
import { writeContentOf, writeDrafts } from './component-source.js';
import { readAll, readContentBatch } from './content-batch.js';
import type { ExportScope } from './export-scope.js';
import { camelCase, createNames, pascalCase, type Names } from './names.js';
import { labelOf } from './record-members.js';
import { describeLayout, writeChildren, writePage, writePageData } from './routable-source.js';
import { openScaffoldFile, type ScaffoldFile } from './scaffold-file.js';
import { readSiteIndex, type RoutableEntry, type SiteIndex } from './site-index.js';
import { createSourceWriter, printCall, isWritable } from './source-writer.js';
import type { FixtureTarget } from './fixture-target.js';

export interface SiteExportDeps {
  readonly projectRoot: string;
  readonly database: Database;
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly reader: RecordReader;
  readonly stores: Uploads['stores'];
  readonly clock: Clock;
  readonly log: Logger;
  /** Called for written pages and page data. */
  readonly onProgress?: OnProgress | undefined;
  /** Aborts the export, which then writes nothing. */
  readonly signal?: AbortSignal | undefined;
}

/** The result of an export. */
export interface SiteExport {
  /** Folder and number of the stored files. */
  readonly assets: { readonly folder: string; readonly files: number };
  /** Content that cannot be reproduced, one line each. */
  readonly gaps: readonly string[];
}

export const ASSETS_FOLDER = 'assets';

/** Number of layouts, pages or page data whose content is read together. */
const TOGETHER = 100;

/**
 * Writes a scaffold that recreates the site in an empty database (accounts.md section 12.7). Content is read from a
 * snapshot in batches and streamed to a temporary file, which is moved into place when it is complete.
 */
export async function exportSite(target: FixtureTarget, deps: SiteExportDeps): Promise<SiteExport> {
  const file = await openScaffoldFile(target.path, deps.signal);
  try {
    const written = await deps.database.patiently((patient) =>
      patient.snapshot((session) => writeSite(file, target, { ...deps, session })),
    );
    await file.place();
    return written;
  } catch (error) {
    throw withPath(error, target.path);
  } finally {
    await file.discard();
  }
}

/** Adds the path of the scaffold to errors of an open file, which do not contain it. */
function withPath(error: unknown, path: string): unknown {
  const isUnnamed = error instanceof Error && 'syscall' in error && !('path' in error);
  return isUnnamed ? Object.assign(error, { path }) : error;
}

async function writeSite(
  file: ScaffoldFile,
  target: FixtureTarget,
  deps: SiteExportDeps & { readonly session: SqlSession },
): Promise<SiteExport> {
  const { projectRoot, stores, session } = deps;
  const folder = join(dirname(target.path), ASSETS_FOLDER);
  const gaps: string[] = [];
  const assets = createAssets(stores, { projectRoot, temporary: file.folder, folder });
  const names = createNames(RESERVED);
  // The file may have the same name as one of its imports.
  const variable = names.plain(target.name);
  const index = await readSiteIndex(session);
  const layouts = await readLayouts(session);
  const scope: ExportScope = {
    ...deps,
    assets,
    names,
    index,
    now: deps.clock.now(),
    source: createSourceWriter(file, names.numbered),
    layouts: new Map(layouts.map(({ id, reference }) => [id, reference])),
    ...nameRoutables(index, names),
    components: new Map(),
    unfinished: new Set(),
    written: [],
    lateComponents: new Set(),
    groups: new Map(),
    drafts: [],
    refused: new Set(),
    gap: (line) => void gaps.push(line),
  };
  await writeLayouts(layouts, scope);
  for (let from = 0; from < index.entries.length; from += TOGETHER) {
    await writeRoutables(index.entries.slice(from, from + TOGETHER), scope);
    deps.onProgress?.(from + TOGETHER, () => index.entries.length);
  }
  for (const entry of index.circular)
    scope.gap(`${labelOf(entry, scope)}: its parent, which is made from it`);
  await writeRedirects(scope);
  await writeParameters(scope);
  await writeDrafts(scope);
  await listUnplaced(scope);
  await scope.source.finish(variable, target.name);
  const files = await assets.finish();
  return { assets: { folder, files }, gaps };
}

/** Names that the file uses besides those of the content. */
const RESERVED = [
  'defineScaffold',
  'localFile',
  'resource',
  'Site',
  'site',
  'page',
  'pageData',
  'layout',
  'group',
];

function nameRoutables({ entries }: SiteIndex, names: Names): Pick<ExportScope, 'functions' | 'variables'> {
  const functions = new Map<string, string>();
  const variables = new Map<string, string>();
  for (const { id, type, reference } of entries) {
    if (reference === null) {
      const variable = names.numbered(camelCase(type));
      variables.set(id, variable);
      functions.set(id, names.plain(`declare${pascalCase(variable)}`));
    } else functions.set(id, names.plain(`declare${pascalCase(reference)}`));
  }
  return { functions, variables };
}

interface LayoutRow {
  readonly [column: string]: unknown;
  readonly id: string;
  readonly reference: string;
}

async function readLayouts(session: SqlSession): Promise<readonly LayoutRow[]> {
  return session.all<LayoutRow>(
    `select l.id as id, l.reference as reference from ${session.table('layout')} l order by l.created_at, l.id`,
  );
}

async function writeLayouts(layouts: readonly LayoutRow[], scope: ExportScope): Promise<void> {
  for (let from = 0; from < layouts.length; from += TOGETHER) {
    const some = layouts.slice(from, from + TOGETHER).map(({ id }) => ({ type: 'Layout', id }));
    const records = new Map((await readAll(some, scope)).map((record) => [record.id, record]));
    const batch = await readContentBatch([...records.values()], scope);
    for (const { id } of some) {
      const record = records.get(id);
      if (record === undefined) continue;
      await writeContentOf(record, batch, scope);
      const name = scope.names.plain(`declare${pascalCase(String(record.values['reference']))}Layout`);
      await scope.source.define(name, describeLayout(record, batch, scope), true);
    }
  }
}

async function writeRoutables(entries: readonly RoutableEntry[], scope: ExportScope): Promise<void> {
  const known = entries.filter((entry) => isKnown(entry, scope));
  const records = new Map((await readAll(known, scope)).map((record) => [record.id, record]));
  const batch = await readContentBatch([...records.values()], scope);
  for (const entry of entries) {
    const record = records.get(entry.id);
    if (record === undefined) {
      await writeChildren(entry, scope);
      continue;
    }
    await writeContentOf(record, batch, scope);
    const write = entry.type === 'Page' ? writePage : writePageData;
    await write({ entry, record }, batch, scope);
  }
}

function isKnown({ type, id }: RoutableEntry, { registry, gap }: ExportScope): boolean {
  if (registry.get(type) !== undefined) return true;
  gap(`${type} ${id}: it is of no type of the project`);
  return false;
}

async function writeRedirects({ index, names, source, now, gap }: ExportScope): Promise<void> {
  const statements = index.redirects.map(({ path, name, target, liveAt, expiresAt }) => {
    const date = liveAt !== null && liveAt <= now ? [] : [['liveAt', liveAt] as const];
    const end = expiresAt === null ? [] : [['expiresAt', expiresAt] as const];
    const members = [['name', name] as const, ...date, ...end];
    return `${printCall('site.redirect', [path, target.name], { members, indent: 2 })};`;
  });
  for (let from = 0; from < statements.length; from += TOGETHER)
    await source.define(names.numbered('declareRedirects'), statements.slice(from, from + TOGETHER), true);
  for (const path of index.deadRoutes.values()) gap(`Route ${path}: it leads to no page`);
}

/** Writes the function that stores the site parameters. */
async function writeParameters(scope: ExportScope): Promise<void> {
  const { session, reader, source, names, iris, gap } = scope;
  const type = 'SiteConfigParameter';
  const parameters = await reader.statements(type).where('1 = 1').all(session, {});
  const statements = parameters.flatMap(({ id, values: { key, value } }) => {
    if (!isWritable(value)) {
      const iri = iris.of({ type, id, key: String(key) });
      gap(`${type} ${iri}: its value cannot be written as source`);
      return [];
    }
    const members = [
      ['key', key],
      ['value', value],
    ] as const;
    const made = printCall('resource', [type], { members, used: 15, indent: 2 });
    return [`site.persist(${made});`];
  });
  if (statements.length > 0) await source.define(names.plain('declareParameters'), statements, true);
}

const ROWS = 1000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Lists unreferenced components and groups, which the scaffold cannot create anywhere. */
async function listUnplaced(scope: ExportScope): Promise<void> {
  const { session, components, refused, groups, drafts, registry, gap } = scope;
  const draftIds = new Set(drafts.map(({ id }) => id));
  for await (const { id, type } of rowsOf('abstract_component', 'x.dtype', scope)) {
    if (components.has(id) || draftIds.has(id) || refused.has(id)) continue;
    const label = registry.get(type) === undefined ? `${type} ${id}` : labelOf({ type, id }, scope);
    gap(`${label}: it is not placed anywhere`);
  }
  const type = 'ComponentGroup';
  for await (const { id } of rowsOf('component_group', `'${type}'`, { session }))
    if (!groups.has(id)) gap(`${labelOf({ type, id }, scope)}: it belongs to nothing`);
  await listRecords(scope);
}

/**
 * Counts records, such as form submissions. They are not part of a site and are not listed (contract decision 104).
 */
async function listRecords({ session, registry, gap }: ExportScope): Promise<void> {
  for (const { name, table } of registry.all.filter(({ kind }) => kind === 'record')) {
    const [row] = await session.all<{ total: number | string }>(
      `select count(*) as total from ${session.table(table)}`,
    );
    const total = Number(row?.total ?? 0);
    if (total > 0) gap(`${name}: records are part of no page, and there are ${total}`);
  }
}

interface UnplacedRow extends SqlRow {
  readonly id: string;
  readonly type: string;
}

/** Reads the rows of a table in pages, by key. */
async function* rowsOf(
  table: 'abstract_component' | 'component_group',
  type: string,
  { session }: Pick<ExportScope, 'session'>,
): AsyncGenerator<UnplacedRow> {
  const sql = `select x.id as id, ${type} as type from ${session.table(table)} x where x.id > :after order by x.id limit ${ROWS}`;
  let after = BEFORE_ALL;
  for (;;) {
    const rows = await session.all<UnplacedRow>(sql, { after });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS) return;
    after = last.id;
  }
}
