import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { NewRecord } from '../../../kernel/contract/records/writes.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { referenceTo } from '../../../kernel/records/references.js';
import { isRelation, type TransferredType } from '../format/transferred.js';
import type { ReadRecord } from '../plan/read-record.js';

export interface Batch {
  readonly type: TransferredType;
  readonly records: readonly ReadRecord[];
  /** Members that are deferred, or the only members to set, by record. */
  readonly late: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Texts that refer to uploaded files in request bodies. */
export type Files = ReadonlyMap<ReadRecord, Readonly<Record<string, string | null>>>;

export interface BodiesDeps extends Pick<Kernel, 'iris' | 'registry'> {
  /** Returns the type of a record that is already stored when it is referenced. */
  readonly typeOf: (id: string) => string | undefined;
}

interface Use {
  readonly batch: Batch;
  readonly files: Files;
}

/** Builds request bodies from records. */
export interface Bodies {
  bodyOf(record: ReadRecord, names: readonly string[], use: Use): JsonObject;
  newRecord(record: ReadRecord, use: Use): NewRecord;
}

export function createBodies({ iris, registry, typeOf }: BodiesDeps): Bodies {
  function iriOf(id: string): string {
    const type = typeOf(id);
    return type === undefined ? id : iris.item(registry.require(type), id);
  }

  function bodyOf(record: ReadRecord, names: readonly string[], { batch: { type }, files }: Use): JsonObject {
    const members = names.flatMap((name): [string, JsonValue][] => {
      const field = type.field(name);
      if (field === undefined || name === type.resource.publishable?.publishedAssociation) return [];
      if (field.kind === 'upload') return [[name, files.get(record)?.[name] ?? null]];
      if (!isRelation(field)) return [[name, record.sent[name] ?? null]];
      const named = (record.references[name] ?? []).map(iriOf);
      return [[name, field.kind === 'to-many' ? named : (named[0] ?? null)]];
    });
    return Object.fromEntries(members);
  }

  return {
    bodyOf,
    newRecord(record, use) {
      const { type, late } = use.batch;
      const left = late.get(record.id);
      const names = Object.keys(record.sent).filter((name) => left?.has(name) !== true);
      const association = type.resource.publishable?.publishedAssociation;
      const [published] = association === undefined ? [] : (record.references[association] ?? []);
      const draft =
        association !== undefined && published !== undefined
          ? { values: { [association]: referenceTo({ type: record.type, id: published }) } }
          : {};
      const { id, createdAt } = record;
      return { body: bodyOf(record, names, use), given: { id, ...(createdAt && { createdAt }), ...draft } };
    },
  };
}
