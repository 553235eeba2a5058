import { open } from 'node:fs/promises';

/** A new file of text; whatever the disk refuses fails the call that meets it. */
export interface TextFile {
  write(text: string): Promise<void>;
  /** The text is on the disk from then on. */
  end(): Promise<void>;
  /** Whether it ended or not. */
  close(): Promise<void>;
}

/** Enough that writes cost little for each statement. */
const COLLECTED = 64 * 1024;

export async function openTextFile(path: string): Promise<TextFile> {
  const handle = await open(path, 'w');
  let collected = '';
  let isOpen = true;
  const flush = async (): Promise<void> => {
    const text = collected;
    collected = '';
    if (text !== '') await handle.appendFile(text);
  };
  const close = async (): Promise<void> => {
    if (isOpen) await handle.close();
    isOpen = false;
  };
  return {
    async write(text) {
      collected += text;
      if (collected.length >= COLLECTED) await flush();
    },
    async end() {
      await flush();
      await handle.sync();
      await close();
    },
    close,
  };
}
