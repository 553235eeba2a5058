import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { textHash } from '../output/text-hash.js';
import { writeWhole } from '../output/write-files.js';
import type { ResourceModel } from './types.js';

/** A type that is known to be right, and what it came to. */
interface KnownType {
  readonly group: string;
  readonly model: ResourceModel;
  /** The line as it stands in the file. */
  readonly line: string;
}

/** Results of earlier runs, by path of the schema file. */
export type ModelCache = ReadonlyMap<string, KnownType>;

const HASH_LENGTH = 64;

/**
 * Reads the types whose group of schema files is still the same. The file only saves work: a missing, broken or foreign
 * one holds nothing.
 */
export function readModelCache(path: string, groups: ReadonlyMap<string, string>): ModelCache {
  const known = new Map<string, KnownType>();
  const wanted = new Set(groups.values());
  for (const line of readLines(path)) {
    const group = line.slice(0, HASH_LENGTH);
    if (!wanted.has(group)) continue;
    // The whole text has the hash that it was written with.
    const model = JSON.parse(line.slice(HASH_LENGTH)) as ResourceModel;
    if (groups.get(model.sourceFile) === group) known.set(model.sourceFile, { group, model, line });
  }
  return known;
}

function readLines(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  const body = text.slice(HASH_LENGTH + 1);
  return text.slice(0, HASH_LENGTH) === textHash(body) ? body.split('\n') : [];
}

/** Writes what is known now, for the next run; the folder is ignored by version control. */
export async function writeModelCache(
  path: string,
  resources: readonly ResourceModel[],
  { groups, known }: { readonly groups: ReadonlyMap<string, string>; readonly known: ModelCache },
): Promise<void> {
  const lines = resources.flatMap((model) => {
    const group = groups.get(model.sourceFile);
    if (group === undefined) return [];
    return [known.get(model.sourceFile)?.line ?? `${group}${JSON.stringify(model)}`];
  });
  const body = lines.join('\n');
  await writeWhole(join(dirname(path), '.gitignore'), '*\n');
  await writeWhole(path, `${textHash(body)}\n${body}`);
}
