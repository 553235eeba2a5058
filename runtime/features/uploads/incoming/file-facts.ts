import type { RequestContext } from '../../../kernel/contract/context.js';
import type { Database, SqlSession, TransactionSession } from '../../../kernel/contract/database/database.js';
import type { ReadScope } from '../../../kernel/contract/records/operations.js';
import type { WriteOutOfBand } from '../../../kernel/unit-of-work/out-of-band.js';
import { isInTransaction } from '../../../kernel/util/database/is-in-transaction.js';
import type { FileValue } from '../../../kernel/validation/constraints/files.js';
import { describeFile, type FileMedia } from './describe-file.js';
import { type FileInfo, readFileInfo, writeFileInfo } from '../storage/file-info.js';
import type { FileStores } from '../storage/file-stores.js';
import type { IncomingFile } from './incoming-files.js';
import { FilesNotReady } from './files-not-ready.js';
import type { StoredFile } from '../storage/stored-file.js';
import { storedFileValue } from './file-value.js';
import { stateKey } from '../../../kernel/util/async/state.js';

interface FileFactsDeps {
  readonly media: FileMedia;
  readonly stores: FileStores;
  readonly database: Database;
  /** Writes outside a unit of work and invalidates cached responses. */
  readonly writeOutOfBand: WriteOutOfBand;
}

/** Facts about files for the rules of a write. The bytes at a path never change, so nothing is read twice. */
export interface FileFacts {
  /** Registers a file that this transaction puts into a field. */
  accept(session: TransactionSession, file: IncomingFile): void;
  accepted(session: SqlSession, path: string): IncomingFile | undefined;
  /**
   * Reads stored files by path with one statement. Unreadable files are left out.
   * @throws FilesNotReady inside a transaction, for files without a description for which `look` was not called
   */
  read(scope: ReadScope, files: readonly StoredFile[]): Promise<ReadonlyMap<string, FileValue>>;
  /** Inspects files without a description, outside a transaction, for the rest of the request. */
  look(files: readonly StoredFile[], context: RequestContext): Promise<void>;
}

export function createFileFacts({ stores, media, database, writeOutOfBand }: FileFactsDeps): FileFacts {
  const incoming = stateKey(() => new Map<string, IncomingFile>());
  const known = stateKey(() => new Map<string, FileValue>());
  /** Results of `look`; undefined for a missing file. */
  const seen = stateKey(() => new Map<string, FileInfo | undefined>());

  async function readUnknown(
    { session, context }: ReadScope,
    files: readonly StoredFile[],
  ): Promise<Map<string, FileValue>> {
    const described = await readOriginals(session, files);
    const looks = context.state.of(seen);
    const strange = files.filter(({ path }) => !described.has(path) && !looks.has(path));
    const [first] = strange;
    if (first !== undefined && isInTransaction(session))
      throw new FilesNotReady(`the rules about ${first.path}`, () => look(strange, context));
    const values = new Map<string, FileValue>();
    for (const { adapter, path } of files) {
      const info =
        described.get(path) ??
        (looks.has(path) ? looks.get(path) : await describeFile(stores.get(adapter), path, media));
      if (info !== undefined) values.set(path, storedFileValue(info));
    }
    return values;
  }

  async function look(files: readonly StoredFile[], context: RequestContext): Promise<void> {
    const described = await readOriginals(database, files);
    const looks = context.state.of(seen);
    for (const { adapter, path } of files) {
      if (!described.has(path)) looks.set(path, await describeFile(stores.get(adapter), path, media));
    }
    const infos = files.flatMap(({ path }) => looks.get(path) ?? []);
    if (infos.length > 0) await writeOutOfBand(database, (session) => writeFileInfo(session, infos));
  }

  return {
    look,
    accept: ({ state }, file) => void state.of(incoming).set(file.path, file),
    accepted: (session, path) =>
      isInTransaction(session) ? session.state.of(incoming).get(path) : undefined,
    async read(scope, files) {
      const { session } = scope;
      const state = isInTransaction(session) ? session.state : undefined;
      const values = new Map(state?.of(known));
      for (const { path } of files) {
        const file = state?.of(incoming).get(path);
        // The file is treated like any stored file, so that its own write shows the same as every later read.
        const own = file?.infos.find(({ filter }) => filter === null);
        if (own !== undefined) values.set(path, storedFileValue(own));
      }
      const unknown = files.filter(({ path }) => !values.has(path));
      for (const [path, value] of await readUnknown(scope, unknown)) values.set(path, value);
      // Facts that a transaction has read are forgotten at its end.
      for (const [path, value] of values) state?.of(known).set(path, value);
      return values;
    },
  };
}

/** Reads the rows of the files themselves, by path. */
export async function readOriginals(
  session: SqlSession,
  files: readonly StoredFile[],
): Promise<ReadonlyMap<string, FileInfo>> {
  const infos = await readFileInfo(
    session,
    files.map(({ path }) => path),
  );
  return new Map(infos.filter(({ filter }) => filter === null).map((info) => [info.path, info]));
}
