import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { HubRefusal } from './hub-refusal.js';
import { createTopic, type Topic } from './patterns/topic.js';

const UNPRINTABLE = /[\p{Cc}\p{Cf}]/u;
const TOPIC_LIMIT = 1000;

/** A published update. `frame` is sent to every subscriber unchanged. */
export interface Update {
  readonly id: string;
  readonly topics: readonly Topic[];
  readonly isPrivate: boolean;
  readonly frame: Buffer;
}

/**
 * Reads the form of a publication.
 * @throws HubRefusal 400 for another content type, 413 for a body of more than `limit` bytes
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
    // The body is read to its end, so that the client can read the refusal.
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
 * Parses the form of an update (realtime.md section 1.1). `assertGranted` runs at the same point as in the reference
 * hub: after the topics are parsed and before they are validated.
 * @throws HubRefusal 400 for invalid fields, and any error of `assertGranted`
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

/** @throws HubRefusal 400 for a field with control or invisible formatting characters, which could forge lines */
function assertPrintable(field: string, value: string): void {
  if (UNPRINTABLE.test(value)) {
    throw new HubRefusal(400, `"${field}" contains control or formatting characters.`);
  }
}

/** @throws HubRefusal 400 for missing topics, too many topics, or invalid characters */
function assertTopics(topics: readonly string[]): void {
  if (topics.length === 0 || topics.includes('')) throw new HubRefusal(400, 'Write at least one "topic".');
  if (topics.length > TOPIC_LIMIT) throw new HubRefusal(400, `Write at most ${TOPIC_LIMIT} topics.`);
  for (const topic of topics) assertPrintable('topic', topic);
}

/**
 * Returns whether a topic is reserved for the hub: its path or anything below, on any host (realtime.md section 1.1).
 */
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
