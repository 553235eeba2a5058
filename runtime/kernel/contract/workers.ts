import type { JsonValue } from './json.js';

/** Limits for replaying the latest messages of a topic to new workers, in number and in bytes. */
export interface RecentMessages {
  readonly entries: number;
  readonly bytes: number;
}

export interface Question {
  readonly topic: string;
  readonly body: JsonValue;
  /** `all` includes the sender. */
  readonly to: 'all' | 'others';
  /** Timeout in milliseconds; later replies are ignored. */
  readonly patienceMs: number;
  /** Replays the message to workers that start later. */
  readonly kept?: RecentMessages;
}

/** Returns the reply to a message; an error counts as no reply. */
export type AnswerQuestion = (body: JsonValue) => JsonValue | Promise<JsonValue>;

/** The processes that share one address (`cms serve --workers`, ADR 87), as seen by one of them. */
export interface Workers {
  /**
   * Sends a message to the workers. All workers receive all messages in the same order. Never rejects.
   * @returns the replies received in time
   */
  ask(question: Question): Promise<readonly JsonValue[]>;
  /** Registers the handler of a topic. */
  answer(topic: string, answer: AnswerQuestion): void;
  /** Starts to receive messages, beginning with those kept for new workers. */
  join(): void;
}
