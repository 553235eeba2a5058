import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { UploadField } from '../../kernel/contract/schema/resource.js';
import type { Uploads } from '../../features/uploads/public-api.js';

/** A stored file next to the scaffold. */
export interface Asset {
  /** Path for `localFile`. */
  readonly path: string;
  /** SHA-256 of its content. */
  readonly hash: string;
}

export interface Assets {
  /** Copies a stored file once, unless it has the content of `known`. Undefined if it cannot be read. */
  save(field: UploadField, stored: string, known?: Asset): Promise<Asset | undefined>;
  /** Moves the copies into their folder and returns their number. */
  finish(): Promise<number>;
}

export interface AssetPlaces {
  readonly projectRoot: string;
  /** Temporary folder of the copies until everything is written. */
  readonly temporary: string;
  readonly folder: string;
}

/**
 * Copies stored files under their names without the token, followed by `-2`, `-3` for duplicates. Existing files with
 * the same content are reused and never overwritten.
 */
export function createAssets(stores: Uploads['stores'], places: AssetPlaces): Assets {
  const saved = new Map<string, Asset | undefined>();
  const taken = new Map<string, string>();
  const waiting: { readonly from: string; readonly name: string }[] = [];

  async function placeFor(plain: string, hash: string): Promise<{ name: string; isThere: boolean }> {
    const dot = plain.lastIndexOf('.');
    const [stem, extension] = dot <= 0 ? [plain, ''] : [plain.slice(0, dot), plain.slice(dot)];
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? plain : `${stem}-${number}${extension}`;
      if (taken.has(name.toLowerCase())) continue;
      const there = await hashOf(join(places.folder, name));
      if (there === undefined || there === hash) return { name, isThere: there === hash };
    }
  }

  async function copy(
    { adapter }: UploadField,
    { stored, known }: { readonly stored: string; readonly known: Asset | undefined },
  ): Promise<Asset | undefined> {
    const from = join(places.temporary, `file-${saved.size}`);
    const digest = await copyTo(from, () => stores.get(adapter).read(stored));
    if (digest === undefined) {
      await rm(from, { force: true });
      return undefined;
    }
    if (digest === known?.hash) {
      await rm(from);
      return known;
    }
    const { name, isThere } = await placeFor(nameWithoutToken(basename(stored)), digest);
    taken.set(name.toLowerCase(), digest);
    if (isThere) await rm(from);
    else waiting.push({ from, name });
    const path = relative(places.projectRoot, join(places.folder, name)).split(sep).join('/');
    return { path, hash: digest };
  }

  return {
    async save(field, stored, known) {
      const key = `${field.adapter}:${stored}`;
      if (!saved.has(key)) saved.set(key, await copy(field, { stored, known }));
      return saved.get(key);
    },
    async finish() {
      if (waiting.length > 0) await mkdir(places.folder, { recursive: true });
      for (const { from, name } of waiting) await rename(from, join(places.folder, name));
      return taken.size;
    },
  };
}

/** Returns a name without its token: `picture-1f2e3d4c.png` becomes `picture.png`. */
export function nameWithoutToken(name: string): string {
  return name.replace(/-[0-9a-f]{8}(?=(?:\.[^.]*)?$)/, '');
}

/** Copies a file and returns its hash. Undefined for an unreadable file, which the caller lists. */
async function copyTo(
  path: string,
  read: () => Promise<AsyncIterable<unknown>>,
): Promise<string | undefined> {
  const hash = createHash('sha256');
  let isRead = true;
  async function* content(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of await read()) {
        const bytes = chunk as Buffer; // the stream of a file
        hash.update(bytes);
        yield bytes;
      }
    } catch {
      isRead = false;
    }
  }
  await pipeline(content, createWriteStream(path));
  return isRead ? hash.digest('hex') : undefined;
}

/** Returns the hash of a file, or undefined if it does not exist. */
async function hashOf(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return undefined;
  if (!found.isFile()) return '';
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
