import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import { PACKAGE_NAME } from '../../../kernel/util/packages/package-root.js';

/** The process was killed or exited before it responded. */
export class MediaProcessEnded extends Error {
  constructor(
    /** `limit`: it exceeded the time or memory limit. */
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
   * Requests one operation at a time.
   * @throws MediaProcessEnded if the process ends first
   * @throws Error with the message of the library that refused the file
   */
  ask(work: JsonObject, bytes?: Uint8Array): Promise<MediaReply>;
  /** Kills the process immediately. */
  kill(reason: Error): void;
  /** Sets whether this process waits for it before exiting. */
  hold(isHeld: boolean): void;
  readonly isRunning: boolean;
}

export interface MediaProcessOptions {
  readonly memoryMb: number;
  /** Program to run; that of the package by default. */
  readonly program?: string | undefined;
}

const PREFIX_BYTES = 8;
/** Environment variables that the program and its libraries need. All others, including secrets, are withheld. */
const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'NODE_PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TZ'];

/**
 * Returns the program of the package, which is at its top level in the sources, in the package and next to bundled
 * code.
 */
const ownProgram = (): string =>
  join(dirname(createRequire(import.meta.url).resolve(`${PACKAGE_NAME}/package.json`)), 'media-process.js');

/** The system could not start a process. */
export class MediaProcessNotStarted extends Error {}

/** Starts a process. Failures are reported by the first operation. */
export function startMediaProcess({ memoryMb, program = ownProgram() }: MediaProcessOptions): MediaProcess {
  const env = Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]));
  const child = spawn(process.execPath, [`--max-old-space-size=${memoryMb}`, program, String(memoryMb)], {
    env,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  // The types of Node describe only the first three streams. There are none if the process has too many open files.
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
    // The process kills itself if it exceeds the memory limit, and so does the kernel when memory runs out.
    const reason = signal === 'SIGKILL' ? 'limit' : 'crash';
    end(new MediaProcessEnded(reason, `the process ended by ${signal ?? `exit code ${String(code)}`}`));
  });
  for (const stream of [input, output]) stream?.on('error', () => undefined); // reported when the process ends
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
      }; // written in this form by the program
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

/** Processes and sockets; the streams of `stdio` are sockets. */
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
