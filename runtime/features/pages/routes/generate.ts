import type { RequestContext } from '../../../kernel/contract/context.js';
import type { TransactionSession } from '../../../kernel/contract/database/database.js';
import type { PathRequest, RouteGenerator } from '../../../kernel/contract/features/extensions.js';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { Representation } from '../../../kernel/contract/records/operations.js';
import type { Reference, StoredRecord } from '../../../kernel/contract/records/record.js';
import type { RunCommand } from '../../../kernel/contract/records/use-cases.js';
import type { BodyResult, StoredWrite, WriteScope } from '../../../kernel/contract/records/writes.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { notFound, validationFailed } from '../../../kernel/errors/catalog.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { referenceTo } from '../../../kernel/records/references.js';
import { requireBody } from '../../../kernel/writes/body-result.js';
import { PATH_TAKEN } from './cascade-paths.js';
import { freePathAndName, numberedPath } from './free-names.js';
import type { PublishedOfPair } from './published-of-pair.js';

const PARENT_UNROUTED = 'The parent must have a route before a route can be generated.';

/** A body value that references a record of a type. */
interface SentReference {
  readonly target: string;
  readonly raw: JsonValue;
  readonly path: string;
}

/** Dependencies of route generation. */
export interface GenerateDeps extends Pick<Kernel, 'reader' | 'iris'> {
  readonly generator: RouteGenerator;
  readonly publishedOfPair: PublishedOfPair;
  /** @throws AppError 400 for a value that does not reference a record of the target type */
  resolve(sent: SentReference, scope: WriteScope): Promise<Reference | undefined>;
  show(stored: StoredWrite, scope: WriteScope): Promise<Representation>;
  readonly run: RunCommand;
}

export type GenerateRoute = (body: BodyResult, context: RequestContext) => Promise<Representation>;

/** Body fields that generation reads. */
export const GENERATION_MEMBERS: ReadonlySet<string> = new Set(['page', 'pageData', 'liveAt', 'expiresAt']);

/** Maximum number of retries when other requests take the same path. One request succeeds in each round. */
const MAXIMUM_ROUNDS = 50;

/** Creates `POST /_/routes/generate`, which generates a route's path from the title (core.md section 6.5). */
export function createGenerateRoute(deps: GenerateDeps): GenerateRoute {
  return async (body, context) => {
    for (let round = 1; ; round += 1) {
      try {
        return await deps.run(context, (scope) => generate(requireBody(body).body, scope, deps));
      } catch (error) {
        if (round >= MAXIMUM_ROUNDS || !isClash(error)) throw error;
      }
    }
  };
}

async function generate(body: JsonObject, scope: WriteScope, deps: GenerateDeps): Promise<Representation> {
  const record = await readTarget(body, scope, deps);
  const request = await readPathRequest(record, scope.session);
  const wanted = {
    path: deps.generator.previewPath(request),
    name: deps.generator.routeName(request),
  };
  await lockPath(numberedPath(wanted.path, 0), scope);
  const free = await freePathAndName(wanted, scope.session);
  const target = { [record.type === 'Page' ? 'page' : 'pageData']: deps.iris.of(referenceTo(record)) };
  const { liveAt, expiresAt } = body;
  const dates = {
    ...(liveAt === undefined ? {} : { liveAt }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
  const stored = await scope.commands.create('Route', { ...target, ...free, ...dates }, scope);
  return deps.show(stored, scope);
}

/**
 * Reads the target: exactly one of `page` and `pageData`. The record is locked, so that only one route is generated
 * for it at a time.
 */
async function readTarget(body: JsonObject, scope: WriteScope, deps: GenerateDeps): Promise<StoredRecord> {
  const { page = null, pageData = null } = body;
  if (page === null && pageData === null)
    throw classRule('Please specify either page, pageData or redirect.');
  if (page !== null && pageData !== null)
    throw classRule('Please specify either page or pageData, not both.');
  const named =
    page === null
      ? await deps.resolve({ target: 'AbstractPageData', raw: pageData, path: 'pageData' }, scope)
      : await deps.resolve({ target: 'Page', raw: page, path: 'page' }, scope);
  const reference = named && (await deps.publishedOfPair(named, scope.session));
  const record = reference && (await deps.reader.findLocked(scope.session, reference));
  if (record === undefined) throw notFound();
  return record;
}

const classRule = (message: string): AppError =>
  validationFailed([{ propertyPath: '', message, code: null }]);

/**
 * Locks an existing path, so that generations of it run one after another. Only the first ones of a new path can
 * conflict.
 */
async function lockPath(path: string, { session }: WriteScope): Promise<void> {
  const sql = `select t.id as id from ${session.table('route')} t where t.route = :path${session.dialect.forUpdate}`;
  await session.all(sql, { path });
}

/** Returns whether another request stored the same path or name after this one checked it. */
function isClash(error: unknown): boolean {
  return (
    error instanceof AppError &&
    (error.violations?.length ?? 0) > 0 &&
    error.violations?.every(
      ({ propertyPath, code }) =>
        code === PATH_TAKEN.code && (propertyPath === 'path' || propertyPath === 'name'),
    ) === true
  );
}

/**
 * Reads the title and parent path of a page or page data record. The parent's route is locked: a concurrent rename
 * waits for the new child or has already been applied.
 * @throws AppError 422 if the parent has no route
 */
async function readPathRequest(record: StoredRecord, session: TransactionSession): Promise<PathRequest> {
  const { parentPage, parentPageData, title } = record.values;
  // Parent fields contain references or null.
  const parent = (parentPage ?? parentPageData ?? null) as { readonly id: string } | null;
  const request = { title: typeof title === 'string' ? title : '', record };
  if (parent === null) return { ...request, parentPath: null };
  const table = session.table(parentPage == null ? 'abstract_page_data' : 'page');
  const sql = `select t.id as id, t.route as path from ${session.table('route')} t
where t.id = (select route_id from ${table} where id = :parent)${session.dialect.forUpdate}`;
  const row = await session.first<{ path: string }>(sql, { parent: parent.id });
  if (row === undefined) {
    const propertyPath = record.type === 'Page' ? 'page' : 'pageData';
    throw validationFailed([{ propertyPath, message: PARENT_UNROUTED, code: null }]);
  }
  return { ...request, parentPath: row.path };
}
