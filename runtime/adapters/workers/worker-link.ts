import cluster from 'node:cluster';
import type { JsonValue } from '../../kernel/contract/json.js';
import type { AnswerQuestion, Workers } from '../../kernel/contract/workers.js';
import { isRecord } from '../../kernel/util/json-object.js';
import { createSignal } from './signal.js';
import { type FromPrimary, type FromWorker, WORKER_VARIABLE } from './messages.js';

/** Connection of a worker to the primary process. */
export interface WorkerLink {
  /** Number from 1; a replacement inherits it. */
  readonly number: number;
  readonly workers: Workers;
  /** Reports that this worker is ready; resolves when it may listen. */
  opened(): Promise<void>;
  /** Reports that it listens. */
  serving(): void;
  /** Resolves when the primary process stops the worker. */
  readonly stopped: Promise<void>;
  /** Called when the primary process has exited, right before `node:cluster` ends this one. */
  onOrphaned(tell: () => void): void;
}

/** Returns the link of a worker process; undefined for any other process. */
export function openWorkerLink(): WorkerLink | undefined {
  const number = Number(process.env[WORKER_VARIABLE] ?? 0);
  // Child processes of a worker inherit the variable, but have no channel.
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
      // The handler reports its own errors; other messages continue.
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

/** Sends a message. Errors are ignored, because a lost primary process ends its workers. */
function send(message: FromWorker): void {
  process.send?.(message, undefined, undefined, () => undefined);
}

const isFromPrimary = (sent: unknown): sent is FromPrimary =>
  isRecord(sent) && typeof sent['kind'] === 'string';
