/**
 * Parses uploaded files in a process that is killed when it exceeds the time or memory limit (ADR 121). It is started
 * by its path, both from the sources and from the package. It is therefore plain JavaScript without imports of this
 * package.
 *
 * It reads frames from its input and responds to each with a frame on descriptor 3. A frame is the lengths of a JSON
 * header and of a body, as two 32-bit numbers, followed by both.
 */
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const PREFIX_BYTES = 8;
const WATCH_MS = 50;
/** Formats whose size is read. The library supports many others, some of which it reads without limits. */
const MEASURED = ['jpg', 'png', 'webp', 'gif', 'heif', 'tiff'];
/** Loaders of image formats with variants; all others stay blocked. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((name) => `VipsForeignLoad${name}`);

let picture;

const WORK = {
  /** Responds when the process has started. */
  async start() {
    return { result: null };
  },

  async detect(_options, bytes) {
    const { fileTypeFromBuffer } = await import('file-type');
    const found = await fileTypeFromBuffer(bytes);
    return { result: found === undefined ? null : { mime: found.mime, ext: found.ext } };
  },

  async measure(_options, bytes) {
    const { disableTypes, imageSize, types } = await import('image-size');
    disableTypes(types.filter((type) => !MEASURED.includes(type)));
    const { width, height, orientation = 1, type = '' } = imageSize(bytes);
    if (type === 'avif') assertBoxes(bytes);
    return { result: { width, height, orientation, type } };
  },

  /** Opens an image, from which `render` then creates a variant. */
  async open({ maxPixels }, bytes) {
    const sharp = await loadSharp();
    // Only the first frame of an animated image is used, which is also the default of the library.
    const options = { limitInputPixels: maxPixels, failOn: 'error', pages: 1 };
    picture = () => sharp(bytes, options);
    const { format, autoOrient } = await picture().metadata();
    return { result: { format, width: autoOrient.width, height: autoOrient.height } };
  },

  async render({ resize, flatten, format, output }) {
    let upright = picture().autoOrient();
    if (resize !== null) upright = upright.resize(resize);
    if (flatten !== null) upright = upright.flatten(flatten);
    const { data, info } = await upright.toFormat(format, output).toBuffer({ resolveWithObject: true });
    picture = undefined;
    return { result: { width: info.width, height: info.height, size: info.size }, body: data };
  },
};

/**
 * Validates the boxes on the path to the size of an AVIF image, because the library skips unreadable ones.
 * @throws Error if a box is smaller than its header, or larger than its container
 */
function assertBoxes(bytes) {
  const walk = (start, end, path) => {
    for (let at = start; at < end;) {
      if (end - at < 8) throw new Error('a box has no complete header');
      const { size, head } = sizeOfBox(bytes, at, { end, isOutermost: path === PATH_TO_SIZE });
      if (size < head || at + size > end) throw new Error('a box has an invalid size');
      const [name, inner = 0] = path[0] ?? [];
      if (name === bytes.toString('latin1', at + 4, at + 8))
        walk(at + head + inner, at + size, path.slice(1));
      at += size;
    }
  };
  walk(0, bytes.length, PATH_TO_SIZE);
}

/** Names of nested boxes, with the number of bytes before their inner boxes. */
const PATH_TO_SIZE = [['meta', 4], ['iprp'], ['ipco']];

function sizeOfBox(bytes, at, { end, isOutermost }) {
  const size = bytes.readUInt32BE(at);
  // Size 0 means that the last box of a file extends to its end.
  if (size === 0 && isOutermost) return { size: end - at, head: 8 };
  if (size !== 1) return { size, head: 8 };
  return { size: at + 16 > end ? 0 : Number(bytes.readBigUInt64BE(at + 8)), head: 16 };
}

let loaded;

/** Loads the image library, an optional package of projects that only variants need. */
function loadSharp() {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // Requests share the machine: one thread per image, and no cache of decoded images.
    sharp.concurrency(1);
    sharp.cache(false);
    // The library detects formats itself, whatever type was detected before. Some formats reference other files or
    // run a renderer (SVG, PDF).
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: LOADERS });
    return sharp;
  });
  return loaded;
}

/** Returns a function that reads an exact number of bytes into new memory. Undefined if the stream ends earlier. */
function createReader(stream) {
  const chunks = stream[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  return async (length) => {
    const bytes = Buffer.allocUnsafeSlow(length);
    let filled = 0;
    while (filled < length) {
      if (rest.length === 0) {
        const { value, done } = await chunks.next();
        if (done) return undefined;
        rest = value;
      }
      const taken = rest.copy(bytes, filled, 0, length - filled);
      filled += taken;
      rest = rest.subarray(taken);
    }
    return bytes;
  };
}

async function answer({ work, ...options }, bytes) {
  try {
    return await WORK[work](options, bytes);
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function endAbove(memoryBytes) {
  if (process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, 'SIGKILL');
}

async function serve(memoryBytes) {
  const read = createReader(process.stdin);
  const replies = new Socket({ fd: 3, readable: false });
  for (;;) {
    const prefix = await read(PREFIX_BYTES);
    if (prefix === undefined) return process.exit(0);
    const header = await read(prefix.readUInt32LE(0));
    const bytes = await read(prefix.readUInt32LE(4));
    if (header === undefined || bytes === undefined) return process.exit(0);
    const { body = Buffer.alloc(0), ...reply } = await answer(JSON.parse(header.toString()), bytes);
    // Work that is faster than the watching thread is measured here.
    endAbove(memoryBytes);
    const text = Buffer.from(JSON.stringify(reply));
    const lengths = Buffer.alloc(PREFIX_BYTES);
    lengths.writeUInt32LE(text.length, 0);
    lengths.writeUInt32LE(body.length, 4);
    for (const part of [lengths, text, body]) replies.write(part);
  }
}

/** Ends the process from a separate thread, because the main thread may be in an endless loop. */
function watch({ memoryBytes, parent }) {
  setInterval(() => {
    endAbove(memoryBytes);
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, WATCH_MS);
}

/** Makes the kernel kill this process before the service when the machine runs out of memory. */
function offerToKernel() {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // available on Linux only
  }
}

if (isMainThread) {
  offerToKernel();
  const memoryBytes = Number(process.argv[2]) * 1024 * 1024;
  new Worker(new URL(import.meta.url), { workerData: { memoryBytes, parent: process.ppid } }).unref();
  await serve(memoryBytes);
} else watch(workerData);
