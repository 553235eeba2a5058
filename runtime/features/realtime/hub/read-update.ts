import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { HubRefusal } from './hub-refusal.js';
import { createTopic, type Topic } from './patterns/topic.js';

const UNPRINTABLE = /[\p{Cc}\p{Cf}]/u;
const TOPIC_LIMIT = 1000;

/** A published update; `frame` is sent to every subscriber as it is. */
export interface Update {
  readonly id: string;
  readonly topics: readonly Topic[];
  readonly isPrivate: boolean;
  readonly frame: Buffer;
}

/**
 * The form of a publication.
 * @throws HubRefusal 400 on another kind of body, 413 on one of more than `limit` bytes.
 */
export async function readForm(request: IncomingMessage, limit: number): Promise<URLSearchParams> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') {
    throw new HubRefusal(400, 'Send a body of type application/x-www-form-urlencoded.');
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Read to its end, so that the client is there to read the refusal.
    if (size <= limit) chunks.push(chunk);
  }
  if (size > limit) throw new HubRefusal(413, `The body has more than ${limit} bytes.`);
  try {
    return new URLSearchParams(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw new HubRefusal(400, 'The body is not UTF-8.');
  }
}

/**
 * The update that a form describes (realtime.md section 1.1). `assertGranted` is asked where the reference hub asks
 * it: after the topics can be read and before what they mean is judged.
 * @throws HubRefusal 400 on fields that cannot be, and whatever `assertGranted` throws.
 */
export function readUpdate(
  form: URLSearchParams,
  hubUrl: string,
  assertGranted: (topics: readonly Topic[]) => void,
): Update {
  const texts = form.getAll('topic');
  assertTopics(texts);
  const [data, id, type, retry] = ['data', 'id', 'type', 'retry'].map((name) => readOnce(form, name));
  if (retry && !/^[0-9]+$/.test(retry)) throw new HubRefusal(400, '"retry" is not a number of milliseconds.');
  const topics = texts.map((text) => createTopic(text, hubUrl));
  assertGranted(topics);
  if (texts.includes('*')) throw new HubRefusal(400, 'The topic "*" is reserved.');
  if (texts.some((text) => isReservedTopic(text, hubUrl))) {
    throw new HubRefusal(400, 'Topics of the hub itself are reserved.');
  }
  if (id) assertId(id);
  if (type) assertEventType(type);
  const eventId = id || `urn:uuid:${randomUUID()}`;
  const frame = buildFrame({ id: eventId, data: data ?? '', type, retry });
  return { id: eventId, topics, isPrivate: form.has('private'), frame };
}

function readOnce(form: URLSearchParams, name: string): string | undefined {
  const values = form.getAll(name);
  if (values.length > 1) throw new HubRefusal(400, `Write "${name}" once.`);
  return values[0];
}

function assertId(id: string): void {
  assertPrintable('id', id);
  if (id.startsWith('#') || id === 'earliest') throw new HubRefusal(400, `The id "${id}" is reserved.`);
}

function assertEventType(type: string): void {
  assertPrintable('type', type);
  if (type === 'mercure') throw new HubRefusal(400, 'The type "mercure" is reserved.');
}

interface FrameFields {
  readonly id: string;
  readonly data: string;
  readonly type: string | undefined;
  readonly retry: string | undefined;
}

function buildFrame({ id, data, type, retry }: FrameFields): Buffer {
  const lines = [
    ...(type ? [`event: ${type}`] : []),
    ...(retry ? [`retry: ${retry}`] : []),
    `id: ${id}`,
    ...data.split(/\r\n|\r|\n/).map((line) => `data: ${line}`),
  ];
  return Buffer.from(`${lines.join('\n')}\n\n`);
}

/** @throws HubRefusal 400 where a field carries control or invisible formatting characters, which could forge lines. */
function assertPrintable(field: string, value: string): void {
  if (UNPRINTABLE.test(value)) {
    throw new HubRefusal(400, `"${field}" contains control or formatting characters.`);
  }
}

/** @throws HubRefusal 400 where there is no topic, too many, or one with characters that topics may not have. */
function assertTopics(topics: readonly string[]): void {
  if (topics.length === 0 || topics.includes('')) throw new HubRefusal(400, 'Write at least one "topic".');
  if (topics.length > TOPIC_LIMIT) throw new HubRefusal(400, `Write at most ${TOPIC_LIMIT} topics.`);
  for (const topic of topics) assertPrintable('topic', topic);
}

/** Whether a topic is the hub's own, on whatever host: its path or anything below (realtime.md section 1.1). */
function isReservedTopic(topic: string, hubUrl: string): boolean {
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
