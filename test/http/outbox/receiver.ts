import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import type { SentLetter } from '../../support/features/letters-channel.js';

export type Judge = (letter: SentLetter) => number | 'hang' | Promise<number | 'hang'>;

export interface Receiver {
  readonly url: string;
  /** All letters received so far, in order. */
  readonly letters: readonly SentLetter[];
  /** Letters that received a 200. */
  readonly accepted: readonly SentLetter[];
  /** Maximum number of simultaneously open letters, of one key and in total. */
  readonly most: { readonly ofKey: number; readonly ofAll: number };
  /** Sets the response to following letters; initially 200. */
  evaluate(by: Judge): void;
  /** Completes all pending responses. */
  release(status: number): void;
  close(): Promise<void>;
}

/** A server that receives letters. */
export async function startReceiver(): Promise<Receiver> {
  const letters: SentLetter[] = [];
  const accepted: SentLetter[] = [];
  const hanging = new Set<(status: number) => void>();
  const open = new Map<string, number>();
  const most = { ofKey: 0, ofAll: 0 };
  let evaluate: Judge = () => 200;

  async function take(letter: SentLetter, response: ServerResponse): Promise<void> {
    letters.push(letter);
    open.set(letter.key, (open.get(letter.key) ?? 0) + 1);
    most.ofKey = Math.max(most.ofKey, open.get(letter.key) ?? 0);
    most.ofAll = Math.max(
      most.ofAll,
      [...open.values()].reduce((sum, count) => sum + count, 0),
    );
    // A client that disconnects while waiting has no open letter.
    let isOpen = true;
    const end = (): void => {
      if (isOpen) open.set(letter.key, (open.get(letter.key) ?? 1) - 1);
      isOpen = false;
    };
    response.on('close', end);
    const verdict = await evaluate(letter);
    const status =
      verdict === 'hang' ? await new Promise<number>((resolve) => hanging.add(resolve)) : verdict;
    if (response.destroyed) return;
    if (status === 200) accepted.push(letter);
    end();
    response.writeHead(status).end();
  }

  const server = createServer((request, response) => {
    void json(request).then((letter) => take(letter as SentLetter, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letters,
    accepted,
    most,
    evaluate: (by) => void (evaluate = by),
    release(status) {
      for (const answer of hanging) answer(status);
      hanging.clear();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
