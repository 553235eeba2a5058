import cluster from 'node:cluster';
import type { JsonValue } from '../../kernel/contract/json.js';
import type { AnswerQuestion, Workers } from '../../kernel/ports/workers.js';
import { isRecord } from '../../kernel/util/json-object.js';
import { createSignal } from './signal.js';
import { type FromPrimary, type FromWorker, WORKER_VARIABLE } from './messages.js';

/** What connects a worker with the primary process. */
export interface WorkerLink {
  /** From 1 on; one that is replaced hands its number on. */
  readonly number: number;
  readonly workers: Workers;
  /** Says that this worker could serve; resolves when it is told to listen. */
  opened(): Promise<void>;
  /** Says that it listens. */
  serving(): void;
  /** Resolves when the primary process wants it to end. */
  readonly stopped: Promise<void>;
  /** The primary process is gone; this one ends right behind it, by `node:cluster`. */
  onOrphaned(tell: () => void): void;
}

/** The link of a process that a primary process has started; undefined for any other. */
export function openWorkerLink(): WorkerLink | undefined {
  const number = Number(process.env[WORKER_VARIABLE] ?? 0);
  // Processes that a worker starts inherit the variable, and no channel.
  if (number === 0 || process.send === undefined) return undefined;
  const answers = new Map<string, AnswerQuestion>();
  const waiting = new Map<number, (bodies: readonly JsonValue[]) => void>();
  const listen = createSignal();
  const stop = createSignal();
  let questions = 0;

  async function answer({ id, topic, body }: FromPrimary & { readonly kind: 'question' }): Promise<void> {
    let reply: JsonValue = null;
    try {
      reply = (await answers.get(topic)?.(body)) ?? null;
    } catch {
      // Whoever answers says itself what went wrong; the others go on.
    }
    if (id !== null) send({ kind: 'reply', id, body: reply });
  }

  process.on('message', (sent: unknown) => {
    if (!isFromPrimary(sent)) return;
    switch (sent.kind) {
      case 'ping':
        return send({ kind: 'alive' });
      case 'listen':
        return listen.give();
      case 'stop':
        return stop.give();
      case 'question':
        return void answer(sent);
      case 'replies':
        waiting.get(sent.id)?.(sent.bodies);
        waiting.delete(sent.id);
    }
  });
  return {
    number,
    stopped: stop.given,
    opened() {
      send({ kind: 'opened' });
      return listen.given;
    },
    onOrphaned: (tell) => void cluster.worker?.once('disconnect', tell),
    serving: () => send({ kind: 'serving' }),
    workers: {
      ask(question) {
        const id = (questions += 1);
        return new Promise((resolve) => {
          waiting.set(id, resolve);
          send({ kind: 'ask', id, question });
        });
      },
      answer: (topic, answerTopic) => void answers.set(topic, answerTopic),
      join: () => send({ kind: 'join' }),
    },
  };
}

/** A primary process that is gone ends its workers, so that nobody has to know of it here. */
function send(message: FromWorker): void {
  process.send?.(message, undefined, undefined, () => undefined);
}

const isFromPrimary = (sent: unknown): sent is FromPrimary =>
  isRecord(sent) && typeof sent['kind'] === 'string';
