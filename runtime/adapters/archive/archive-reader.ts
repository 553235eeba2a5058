import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { drain } from '../../kernel/util/async/drain.js';
import { ProjectError } from '../../project/project-error.js';
import { type ArchiveEnd, checksumLine, CHECKSUMS_FOLDER, LAST_ENTRY } from './archive-format.js';
import { BadTar, readTar } from './tar-entries.js';

export interface ArchiveEntry {
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
  /** Can be read once, before the next entry; unread content is skipped. */
  readonly content: AsyncIterable<Buffer>;
}

/**
 * Reads the entries of an archive in order, without checksum lists and the end.
 * @throws ProjectError if the file is not an archive; file system errors are passed through
 */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  for await (const entry of readAll(file)) if (!isOfFormat(entry.name)) yield entry;
}

/**
 * Reads a whole archive and verifies every checksum. `look` may read the content of entries, which is
 * verified only at the end.
 * @throws ProjectError naming the modified entry, or the position at which the file is truncated
 */
export async function verifyArchive(
  file: string,
  look: (entry: ArchiveEntry) => Promise<void>,
): Promise<void> {
  try {
    await verify(file, look);
  } catch (error) {
    throw failureOf(file, error);
  }
}

async function verify(file: string, look: (entry: ArchiveEntry) => Promise<void>): Promise<void> {
  let seen: { readonly name: string; readonly line: string }[] = [];
  let entries = 0;
  let end: ArchiveEnd | undefined;
  for await (const entry of readAll(file)) {
    const { name } = entry;
    if (end !== undefined) throw changed(file, `"${name}" stands behind its end`);
    if (name === LAST_ENTRY) {
      end = readEnd(file, await textOf(entry.content));
    } else if (name.startsWith(CHECKSUMS_FOLDER)) {
      compare(file, seen, await textOf(entry.content));
      // The list itself is covered by the next one, or is the last.
      seen = [];
    } else {
      const hash = createHash('sha256');
      const content = hashing(entry.content, hash);
      await look({ ...entry, content });
      await drain(content);
      seen.push({ name, line: checksumLine(hash.digest('hex'), name) });
      entries += 1;
    }
  }
  if (end === undefined)
    throw new ProjectError(
      `${file} is truncated after ${entries} entries. Use another copy of the archive; nothing was changed.`,
    );
  if (seen.length > 0) throw changed(file, `it has no checksum for "${seen[0]?.name ?? ''}"`);
  if (end.entries !== entries)
    throw changed(file, `it has ${entries} entries, but ${end.entries} were written`);
}

/** Maximum size of a small entry. A checksum list has a thousand lines. */
const MAX_TEXT = 16 * 1024 * 1024;

/** Returns the content of a small entry as text. */
export async function textOf(content: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > MAX_TEXT) throw new ProjectError('An entry of the archive is too large. Nothing was changed.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Reads all entries of a tar file. */
async function* readAll(file: string): AsyncGenerator<ArchiveEntry> {
  const source = createReadStream(file, { highWaterMark: 1024 * 1024 });
  try {
    for await (const { name, size, isFile, content } of readTar(source as AsyncIterable<Buffer>)) {
      if (!isFile) throw changed(file, `"${name}" is not a file`);
      yield { name, size, content };
    }
  } finally {
    source.destroy();
  }
}

const isOfFormat = (name: string): boolean => name === LAST_ENTRY || name.startsWith(CHECKSUMS_FOLDER);

function failureOf(file: string, error: unknown): unknown {
  if (!(error instanceof BadTar)) return error;
  const { reason, message } = error;
  return new ProjectError(
    reason === 'cut'
      ? `${file} is truncated within an entry. Use another copy of the archive; nothing was changed.`
      : `${file} is not an archive of \`cms backup\`, or is damaged: ${message}. Nothing was changed.`,
    { cause: error },
  );
}

function changed(file: string, how: string): ProjectError {
  return new ProjectError(
    `${file} is damaged: ${how}. Use another copy of the archive; nothing was changed.`,
  );
}

function compare(
  file: string,
  seen: readonly { readonly name: string; readonly line: string }[],
  list: string,
): void {
  const lines = list.split('\n').map((line) => `${line}\n`);
  for (const [index, { name, line }] of seen.entries())
    if (lines[index] !== line) throw changed(file, `"${name}" is not the one that was written`);
  if (lines.length !== seen.length + 1) throw changed(file, 'entries are missing');
}

function readEnd(file: string, text: string): ArchiveEnd {
  try {
    const end: unknown = JSON.parse(text);
    if (typeof end === 'object' && end !== null && 'entries' in end && typeof end.entries === 'number')
      return { entries: end.entries };
  } catch {
    // Reported below.
  }
  throw changed(file, 'its end cannot be read');
}

async function* hashing(
  content: AsyncIterable<Buffer>,
  hash: { update(chunk: Buffer): unknown },
): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}
