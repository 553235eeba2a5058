import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { UploadField } from '../../../kernel/contract/schema/resource.js';
import type { StoredRecord } from '../../../kernel/contract/records/record.js';
import { isSameValue } from '../../../kernel/records/record-diff.js';
import { referencesIn } from '../../../kernel/records/references.js';
import { wholeSeconds } from '../../../kernel/serializer/date-time.js';
import type { CleanValues } from '../../html/public-api.js';
import type { Uploads } from '../../uploads/public-api.js';
import { hashOf } from '../format/file-hash.js';
import { isRelation, type TransferredType } from '../format/transferred.js';
import type { NamedFile, ReadRecord } from './read-record.js';
import type { ResolveFile } from './resolve-file.js';

/** Returns the names of the members whose stored values differ from the line. */
export type DifferingMembers = (
  record: ReadRecord,
  stored: StoredRecord,
  type: TransferredType,
) => Promise<readonly string[]>;

export function createCompareStored({
  stores,
  clean,
  resolveFile,
}: {
  readonly stores: Uploads['stores'];
  /** Returns the values of a line after HTML cleaning. */
  readonly clean: CleanValues;
  readonly resolveFile: ResolveFile;
}): DifferingMembers {
  /** Compares sizes first, because most different files have different sizes. */
  async function isSameFile(field: UploadField, path: unknown, named: NamedFile | null): Promise<boolean> {
    if (typeof path !== 'string' || path === '') return named === null;
    if (named === null) return false;
    const store = stores.get(field.adapter);
    const given = await resolveFile(named.file);
    const facts = await store.stat(path);
    if (typeof given !== 'object' || facts === undefined || facts.size !== (await stat(given.path)).size)
      return false;
    return (await hashOf(await store.read(path))) === (await hashOf(createReadStream(given.path)));
  }

  return async (record, { values }, { field: fieldOf }) => {
    const differing: string[] = [];
    const sent = clean(record.type, record.values);
    for (const name of Object.keys(record.sent)) {
      const field = fieldOf(name);
      if (field === undefined) continue;
      let isSame: boolean;
      if (field.kind === 'upload') isSame = await isSameFile(field, values[name], record.files[name] ?? null);
      else if (isRelation(field)) {
        const ids = referencesIn(values[name]).map(({ id }) => id);
        isSame = ids.join() === (record.references[name] ?? []).join();
      } else {
        // A stored value equal to the sent one is unchanged, even if cleaning would alter it.
        const stored = toSecond(values[name]);
        isSame = [record.values, sent].some((one) => isSameValue(field, toSecond(one[name]), stored));
      }
      if (!isSame) differing.push(name);
    }
    return differing;
  };
}

/** The service stores its own times in milliseconds, but lines have seconds. */
const toSecond = (value: unknown): unknown => (value instanceof Date ? wholeSeconds(value) : value);
