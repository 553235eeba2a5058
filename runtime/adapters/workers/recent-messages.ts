import type { JsonValue } from '../../kernel/contract/json.js';
import type { Question } from '../../kernel/contract/workers.js';

interface Message {
  readonly body: JsonValue;
  readonly bytes: number;
}

interface Topic {
  readonly messages: Message[];
  bytes: number;
}

/** The newest messages of each topic, for workers that start later. */
export interface RecentMessages {
  add(question: Question): void;
  /** Returns all messages, those of a topic in order. */
  all(): readonly { readonly topic: string; readonly body: JsonValue }[];
}

export function createRecentMessages(): RecentMessages {
  const topics = new Map<string, Topic>();
  return {
    add({ topic: name, body, kept }) {
      if (kept === undefined) return;
      const topic = topics.get(name) ?? { messages: [], bytes: 0 };
      topics.set(name, topic);
      const bytes = JSON.stringify(body).length;
      topic.messages.push({ body, bytes });
      topic.bytes += bytes;
      while (topic.messages.length > kept.entries || topic.bytes > kept.bytes)
        topic.bytes -= topic.messages.shift()?.bytes ?? topic.bytes;
    },
    all: () => [...topics].flatMap(([topic, { messages }]) => messages.map(({ body }) => ({ topic, body }))),
  };
}
