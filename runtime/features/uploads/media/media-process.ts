import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import { PACKAGE_NAME } from '../../../kernel/util/packages/package-root.js';

/** The process was ended, or ended by itself, before it answered. */
export class MediaProcessEnded extends Error {
  constructor(
    /** `limit`: it took too much time or memory. */
    readonly reason: 'limit' | 'crash',
    message: string,
  ) {
    super(message);
  }
}

export interface MediaReply {
  readonly result: JsonValue;
  readonly body: Buffer;
}

/** A process that parses files. */
export interface MediaProcess {
  /**
   * Requests one piece of work; one at a time.
   * @throws MediaProcessEnded where the process ends first
   * @throws Error with the message of the library that refused the file
   */
  ask(work: JsonObject, bytes?: Uint8Array): Promise<MediaReply>;
  /** Ends it at once, whatever it is doing. */
  kill(reason: Error): void;
  /** Whether this process waits for it before it ends. */
  hold(isHeld: boolean): void;
  readonly isRunning: boolean;
}

export interface MediaProcessOptions {
  readonly memoryMb: number;
  /** The program that it runs; that of the package when left out. */
  readonly program?: string | undefined;
}

const PREFIX_BYTES = 8;
/** Variables that the program and its libraries need. All others, secrets among them, stay here. */
const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'NODE_PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TZ'];

/** The program of the package; it lies at its top in the sources, in the package and for code that was bundled elsewhere. */
const ownProgram = (): string =>
  join(dirname(createRequire(import.meta.url).resolve(`${PACKAGE_NAME}/package.json`)), 'media-process.js');

/** The system started no process. */
export class MediaProcessNotStarted extends Error {}

/** Starts a process. Its failures are those of the first work that is requested. */
export function startMediaProcess({ memoryMb, program = ownProgram() }: MediaProcessOptions): MediaProcess {
  const env = Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]));
  const child = spawn(process.execPath, [`--max-old-space-size=${memoryMb}`, program, String(memoryMb)], {
    env,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  // As `stdio` says: the types of Node know the first three alone. There are none where the process has too many files open.
  const [input, , , output] = (child.stdio ?? []) as unknown as readonly [Writable?, null?, null?, Readable?];
  let ended: Error | undefined;
  let waiting: { settle(reply: Frame): void; fail(error: Error): void } | undefined;

  function end(error: Error): void {
    ended ??= error;
    waiting?.fail(ended);
    waiting = undefined;
  }

  child.once('error', (cause) => end(new MediaProcessNotStarted(cause.message, { cause })));
  child.once('exit', (code, signal) => {
    // The process kills itself where it takes too much memory; so does the kernel where there is none left.
    const reason = signal === 'SIGKILL' ? 'limit' : 'crash';
    end(new MediaProcessEnded(reason, `the process ended by ${signal ?? `exit code ${String(code)}`}`));
  });
  for (const stream of [input, output]) stream?.on('error', () => undefined); // told by its end
  readFrames(output, (frame) => {
    waiting?.settle(frame);
    waiting = undefined;
  });
  return {
    async ask(work, bytes = Buffer.alloc(0)) {
      const reply = await new Promise<Frame>((settle, fail) => {
        if (ended !== undefined) return fail(ended);
        waiting = { settle, fail };
        const header = Buffer.from(JSON.stringify(work));
        const prefix = Buffer.alloc(PREFIX_BYTES);
        prefix.writeUInt32LE(header.length, 0);
        prefix.writeUInt32LE(bytes.byteLength, 4);
        for (const part of [prefix, header, bytes]) input?.write(part);
      });
      const { result, error } = JSON.parse(reply.header.toString()) as {
        readonly result: JsonValue;
        readonly error?: string;
      }; // as the program writes it
      if (error !== undefined) throw new Error(error);
      return { result, body: reply.body };
    },
    kill(reason) {
      end(reason);
      child.kill('SIGKILL');
    },
    hold(isHeld) {
      for (const each of [child, input, output] as readonly Partial<Held>[])
        if (isHeld) each.ref?.();
        else each.unref?.();
    },
    get isRunning() {
      return ended === undefined;
    },
  };
}

/** Processes and sockets alike; the streams of `stdio` are sockets. */
interface Held {
  ref(): void;
  unref(): void;
}

interface Frame {
  readonly header: Buffer;
  readonly body: Buffer;
}

function readFrames(stream: Readable | undefined, onFrame: (frame: Frame) => void): void {
  let chunks: Buffer[] = [];
  let size = 0;
  let needed = PREFIX_BYTES;
  stream?.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    while (size >= needed) {
      const bytes = Buffer.concat(chunks);
      const start = PREFIX_BYTES + bytes.readUInt32LE(0);
      const length = start + bytes.readUInt32LE(4);
      if (size < length) {
        chunks = [bytes];
        needed = length;
        return;
      }
      onFrame({ header: bytes.subarray(PREFIX_BYTES, start), body: bytes.subarray(start, length) });
      chunks = [bytes.subarray(length)];
      size -= length;
      needed = PREFIX_BYTES;
    }
  });
}
