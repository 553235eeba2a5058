import { open } from 'node:fs/promises';

/** Buffered writer of lines to a new file. */
export interface LineWriter {
  write(line: string): Promise<void>;
  /** Writes the remaining lines and closes the file. */
  end(): Promise<void>;
  /** Closes the file without flushing. Has no effect on a closed file. */
  close(): Promise<void>;
}

const CHARACTERS = 64 * 1024;

export async function openLineWriter(path: string): Promise<LineWriter> {
  const file = await open(path, 'w');
  let isOpen = true;
  let waiting: string[] = [];
  let size = 0;

  async function flush(): Promise<void> {
    const text = waiting.join('');
    waiting = [];
    size = 0;
    await file.writeFile(text);
  }

  async function close(): Promise<void> {
    if (isOpen) await file.close();
    isOpen = false;
  }

  return {
    async write(line) {
      waiting.push(line, '\n');
      size += line.length;
      if (size > CHARACTERS) await flush();
    },
    async end() {
      await flush();
      await close();
    },
    close,
  };
}
