import { HubRefusal } from './hub-refusal.js';

const UNPRINTABLE = /[\p{Cc}\p{Cf}]/u;
const TOPIC_LIMIT = 1000;

/** @throws HubRefusal 400 where a field carries control or invisible formatting characters, which could forge lines. */
export function assertPrintable(field: string, value: string): void {
  if (UNPRINTABLE.test(value)) {
    throw new HubRefusal(400, `"${field}" contains control or formatting characters.`);
  }
}

/** @throws HubRefusal 400 where there is no topic, too many, or one with characters that topics may not have. */
export function assertTopics(topics: readonly string[]): void {
  if (topics.length === 0 || topics.includes('')) throw new HubRefusal(400, 'Write at least one "topic".');
  if (topics.length > TOPIC_LIMIT) throw new HubRefusal(400, `Write at most ${TOPIC_LIMIT} topics.`);
  for (const topic of topics) assertPrintable('topic', topic);
}

/** Whether a topic is the hub's own, on whatever host: its path or anything below (realtime.md section 1.1). */
export function isReservedTopic(topic: string, hubUrl: string): boolean {
  if (!URL.canParse(topic, hubUrl)) return false;
  const hubPath = new URL(hubUrl).pathname;
  const path = decodeUnreserved(new URL(topic, hubUrl).pathname);
  return path === hubPath || path.startsWith(`${hubPath}/`);
}

function decodeUnreserved(path: string): string {
  return path.replace(/%([0-9a-f]{2})/gi, (escape, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[\w.~-]/.test(character) ? character : escape;
  });
}
