import type { JsonValue } from '../contract/json.js';

/** What newcomers are told of the messages before them: the newest of a topic, bounded in number and in bytes. */
export interface KeptMessages {
  readonly entries: number;
  readonly bytes: number;
}

export interface Question {
  readonly topic: string;
  readonly body: JsonValue;
  /** `all` includes the worker that asks. */
  readonly to: 'all' | 'others';
  /** Milliseconds; workers that take longer are no longer waited for. */
  readonly patienceMs: number;
  /** Tells it to workers that start later, too. */
  readonly kept?: KeptMessages;
}

/** Answers a question; what it throws counts as no reply. */
export type AnswerQuestion = (body: JsonValue) => JsonValue | Promise<JsonValue>;

/** The processes that serve one address together (`cms serve --workers`, ADR 87), as one of them sees them. */
export interface Workers {
  /**
   * Asks all of them. Every worker hears the questions of all in the same order. Never rejects.
   * @returns the replies of those that replied in time
   */
  ask(question: Question): Promise<readonly JsonValue[]>;
  /** Answers the questions of a topic from now on. */
  answer(topic: string, answer: AnswerQuestion): void;
  /** From now on this worker is asked: first all that is kept for newcomers. */
  join(): void;
}
