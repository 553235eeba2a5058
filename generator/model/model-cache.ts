import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { textHash } from '../text/text-hash.js';
import { writeWhole } from '../output/write-files.js';
import type { ResourceModel } from './types.js';

/** A validated type with its model. */
interface KnownType {
  readonly group: string;
  readonly model: ResourceModel;
  /** The line in the cache file. */
  readonly line: string;
}

/** Results of earlier runs by schema file path. */
export type ModelCache = ReadonlyMap<string, KnownType>;

const HASH_LENGTH = 64;

/** Reads the types whose group of schema files is unchanged. Missing, broken or incompatible files count as empty. */
export function readModelCache(path: string, groups: ReadonlyMap<string, string>): ModelCache {
  const known = new Map<string, KnownType>();
  const wanted = new Set(groups.values());
  for (const line of readLines(path)) {
    const group = line.slice(0, HASH_LENGTH);
    if (!wanted.has(group)) continue;
    // The hash covers the whole line, so its content is as written.
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

/** Writes the cache for the next run, to a folder that version control ignores. */
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
