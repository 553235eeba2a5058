import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { compileFileRules } from '../../../kernel/validation/file-rules.js';
import type { UploadsConfig } from '../settings.js';
import type { UploadField } from '../../../kernel/contract/schema/resource.js';
import { FileExists, type FileStorage } from '../../../kernel/ports/file-storage.js';
import type { FileValue } from '../../../kernel/validation/constraints/files.js';
import { createViolationList } from '../../../kernel/validation/violation-list.js';
import { unlessUnreadable } from './describe-file.js';
import type { FileInfo } from '../storage/file-info.js';
import type { FileStores } from '../storage/file-stores.js';
import { fileValue } from './file-value.js';
import type { PendingFiles } from './pending-files.js';
import { isPicture, measureImage } from './image-size.js';
import { canHaveVariants, readPicture, storeVariants } from '../variants/image-variants.js';
import type { Media } from '../media/media.js';
import { detectType, HEAD_BYTES } from './media-type.js';
import type { DetectedType } from '../storage/stored-extension.js';
import { offeredName, originalNameOf } from './original-name.js';
import { peekStream } from './peek-stream.js';
import { inPictureTurn } from '../variants/sharp.js';
import { storedExtension } from '../storage/stored-extension.js';
import { baseName, extensionOf, namedPath, unnamedPath } from '../storage/stored-name.js';
import { variantInfos } from '../variants/variant-infos.js';
import { onlyHead, spool, type SpooledFile, type WholeFile } from './whole-file.js';

/** A stored file that no row references yet. */
export interface IncomingFile {
  readonly adapter: string;
  readonly path: string;
  readonly value: FileValue;
  /** Its rows of the file-info table. */
  readonly infos: readonly FileInfo[];
  /** True if inspecting it exceeded a limit; then it is refused regardless of the field's rules. */
  readonly isUnreadable: boolean;
}

export interface FileSource {
  /** Name sent by the client. Undefined for data URIs and base64, which are stored under a UUID. */
  readonly name: string | undefined;
  /** Extension of an unnamed file's declared type; empty if none was declared. */
  readonly extension?: string;
  readonly content: AsyncIterable<Uint8Array>;
}

export interface IncomingFiles {
  /** Streams a file to the field's filesystem and inspects it. It is pending, because nothing references it yet. */
  receive(field: UploadField, source: FileSource): Promise<IncomingFile>;
  /** Returns an unguessable token that represents the file in a JSON body until the batch ends. */
  announce(file: IncomingFile): string;
  /** Returns the file of a token. */
  find(token: string): IncomingFile | undefined;
  forget(token: string): void;
}

const DEFAULT_GROUPS: ReadonlySet<string> = new Set(['Default']);

/** Creates the incoming files: stored before the transaction that references them, and found in it by token. */
export function createIncomingFiles(
  deps: DescribeDeps & { readonly pendingFiles: PendingFiles },
): IncomingFiles {
  const announced = new Map<string, IncomingFile>();
  return {
    async receive(field, source) {
      const storage = deps.stores.get(field.adapter);
      const { type, content, size, close } = await inspect(source, deps.media);
      try {
        const { mediaType, isUnreadable = false } = type;
        const path = await freePath(storage, pathMaker(field, source, type));
        const originalName = originalNameOf(source.name);
        const file = { adapter: field.adapter, path };
        deps.pendingFiles.begin(file);
        try {
          await storage.write(path, content, { mediaType, name: offeredName({ path, originalName }) });
          const sentName = source.name ?? '';
          const written = { path, mediaType, isUnreadable, size: size(), sentName, originalName };
          return await describeOrRemove(field, written, deps);
        } catch (error) {
          deps.pendingFiles.end(file);
          throw error;
        }
      } finally {
        await close();
      }
    },
    announce(file) {
      const token = `upload:${randomUUID()}`;
      announced.set(token, file);
      return token;
    },
    find: (token) => announced.get(token),
    forget: (token) => void announced.delete(token),
  };
}

interface Inspected {
  readonly type: DetectedType;
  readonly content: Readable;
  readonly size: () => number;
  close(): Promise<void>;
}

/** Inspects incoming content. If the first bytes do not decide, the whole content is spooled and read. */
async function inspect(source: FileSource, media: Media): Promise<Inspected> {
  const { head, content, size } = await peekStream(source.content, HEAD_BYTES);
  let spooled: SpooledFile | undefined;
  const whole = async (): Promise<WholeFile> => (spooled ??= await spool(content)) ?? onlyHead(head);
  try {
    const name = source.name ?? `file.${source.extension ?? ''}`;
    const type = await detectType({ head, name, whole }, media);
    return {
      type,
      content: spooled?.content ?? content,
      size,
      close: async () => spooled?.close(),
    };
  } catch (error) {
    await spooled?.close();
    throw error;
  }
}

function pathMaker(
  field: UploadField,
  { name, extension = '' }: FileSource,
  type: DetectedType,
): () => string {
  if (name === undefined) return () => unnamedPath(field.prefix, storedExtension(type, extension));
  const storedEnding = storedExtension(type, extensionOf(baseName(name)));
  return () => namedPath(field.prefix, name, storedEnding);
}

/** Returns an unused path. Four random bytes may collide in a large folder; the write itself refuses what remains. */
export async function freePath(storage: FileStorage, makePath: () => string): Promise<string> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const path = makePath();
    if ((await storage.stat(path)) === undefined) return path;
  }
  throw new FileExists('No free name was found.');
}

interface DescribeDeps {
  readonly stores: FileStores;
  readonly media: Media;
  readonly config: Pick<UploadsConfig, 'imageFilters' | 'imageCachePrefix'>;
}

interface WrittenFile {
  readonly path: string;
  readonly mediaType: string;
  readonly isUnreadable: boolean;
  readonly size: number;
  /** Name sent by the client, which the rules validate; empty if there was none. */
  readonly sentName: string;
  readonly originalName: string | null;
}

async function describeOrRemove(
  field: UploadField,
  file: WrittenFile,
  deps: DescribeDeps,
): Promise<IncomingFile> {
  try {
    const work = (): Promise<IncomingFile> => describe(field, file, deps);
    return await (isPicture(file.mediaType) ? inPictureTurn(work) : work());
  } catch (error) {
    await deps.stores.get(field.adapter).remove(file.path);
    throw error;
  }
}

/** Measures images and, if the field's rules accept them, stores their variants. */
async function describe(
  field: UploadField,
  { path, mediaType, size, sentName, originalName, ...file }: WrittenFile,
  { stores, config, media }: DescribeDeps,
): Promise<IncomingFile> {
  const storage = stores.get(field.adapter);
  const bytes = isPicture(mediaType) ? await readPicture(storage, path) : undefined;
  const measured =
    bytes && (await unlessUnreadable(measureImage(bytes, mediaType, media), 'unreadable' as const));
  const isUnreadable = file.isUnreadable || measured === 'unreadable';
  const { width, height } =
    measured === undefined || measured === 'unreadable' ? { width: null, height: null } : measured;
  const isBroken = isUnreadable || (bytes !== undefined && measured === undefined);
  const value = fileValue({ path, mediaType, size, width, height, name: sentName, isBroken });
  const facts = { path, mediaType, size, width, height };
  const original: FileInfo = { ...facts, filter: null, originalName, variantExtension: null };
  const violations = createViolationList();
  compileFileRules(field.constraints).check({ violations, path: field.name, files: [value] }, DEFAULT_GROUPS);
  const incoming = { adapter: field.adapter, path, value, isUnreadable, infos: [original] };
  const isAccepted = violations.items.length === 0 && !isBroken && bytes !== undefined;
  if (!isAccepted || !canHaveVariants(mediaType)) return incoming;
  const filters = new Map(
    field.imagineFilters.flatMap((filter) => {
      const options = config.imageFilters[filter];
      return options === undefined ? [] : [[filter, options] as const];
    }),
  );
  const outcomes = await storeVariants(
    storage,
    { path, originalName, bytes },
    { cachePrefix: config.imageCachePrefix, filters, render: media.renderVariant },
  );
  return { ...incoming, infos: [original, ...variantInfos(path, outcomes)] };
}
