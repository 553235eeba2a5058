import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { UploadField } from '../../kernel/contract/schema/resource.js';
import type { Uploads } from '../../features/uploads/door.js';

/** A stored file beside the scaffold. */
export interface Asset {
  /** A path for `localFile`. */
  readonly path: string;
  /** SHA-256 of its bytes. */
  readonly hash: string;
}

export interface Assets {
  /** Copies a stored file, each once, unless it is `known` in content; undefined when it cannot be read. */
  save(field: UploadField, stored: string, known?: Asset): Promise<Asset | undefined>;
  /** Puts the copies into their folder and answers how many there are. */
  finish(): Promise<number>;
}

export interface AssetPlaces {
  readonly projectRoot: string;
  /** The folder in which copies wait until everything is written. */
  readonly temporary: string;
  readonly folder: string;
}

/**
 * Copies stored files under their names without the token, `-2`, `-3` where several have one. A file that is in the folder
 * already is used when it has the same bytes, and never written over.
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

/** `picture-1f2e3d4c.png` is written for an upload of `picture.png`. */
export function nameWithoutToken(name: string): string {
  return name.replace(/-[0-9a-f]{8}(?=(?:\.[^.]*)?$)/, '');
}

/** The hash of what was copied; undefined for what cannot be read, which the caller lists. */
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

/** The hash of a file; undefined when nothing is there. */
async function hashOf(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return undefined;
  if (!found.isFile()) return '';
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
