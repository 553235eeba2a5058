import { LRUCache } from 'lru-cache';
import { createAdmission } from './admission.js';
import { type CachedAnswer, packHead, unpackAnswer } from './cached-answer.js';
import { hashOf } from './key-hash.js';
import { createRecordIndex, INDEX_ENTRY_BYTES } from './record-index.js';
import { createSegments } from './segments.js';

/** A store of kept answers, found by their keys. */
export interface AnswerStore {
  has(key: string): boolean;
  get(key: string): CachedAnswer | undefined;
  /** Keeps it in place of an earlier one, unless it is too large, or would drive out others without having been asked for before. */
  set(key: string, answer: CachedAnswer): void;
  delete(key: string): void;
  /** Bytes of memory that they take. */
  bytes(): number;
}

/** The part of the room for answers that are ready to be sent. */
const READY_SHARE = 16;
/** The memory that such an answer takes beside its texts, whose headers and tags are texts of their own. */
const OBJECT_BYTES = 1500;
/** Few answers take less; where they do not all find a place some are computed more often. */
const BYTES_OF_SMALL = 512;

/**
 * Keeps answers as bytes in a few large pieces of memory that are written again and again (ADR 47). As objects they would take
 * several times their size: V8 lets its heap grow to a multiple of what lives in it before it looks for what was driven out. The
 * answers that are asked for most are kept as objects too, so that it costs nothing to send them.
 */
export function createAnswerStore(maxBytes: number): AnswerStore {
  const readyBytes = Math.floor(maxBytes / READY_SHARE);
  const mostRecords = Math.floor(maxBytes / BYTES_OF_SMALL);
  const index = createRecordIndex(mostRecords);
  const segments = createSegments(maxBytes - readyBytes - mostRecords * INDEX_ENTRY_BYTES, index);
  const admission = createAdmission();
  const ready = new LRUCache<string, CachedAnswer>({
    maxSize: Math.max(1, readyBytes),
    dispose: (_answer, key, reason) => {
      if (reason === 'evict') ask(key);
    },
  });

  const placeOf = (hash: number, key: string): number | undefined =>
    index.find(hash, (place) => segments.holds(place, key));

  /** Spares its record, which nobody looks at while it is ready. */
  function ask(key: string): void {
    const place = placeOf(hashOf(key), key);
    if (place !== undefined) segments.ask(place);
  }

  function remove(hash: number, key: string): void {
    ready.delete(key);
    const place = placeOf(hash, key);
    if (place === undefined) return;
    segments.bury(place);
    index.remove(hash, place);
    // The answer that takes its place was asked for before.
    admission.note(hash);
  }

  return {
    has: (key) => ready.has(key) || placeOf(hashOf(key), key) !== undefined,
    get(key) {
      const known = ready.get(key);
      if (known !== undefined) return known;
      const place = placeOf(hashOf(key), key);
      if (place === undefined) return undefined;
      const { head, body } = segments.read(place);
      const answer = unpackAnswer(head, body);
      const wasAsked = segments.ask(place);
      if (wasAsked) ready.set(key, answer, { size: sizeOf(key, head, body) });
      return answer;
    },
    set(key, answer) {
      const hash = hashOf(key);
      remove(hash, key);
      const record = { hash, key, head: packHead(answer), body: answer.body };
      if (!segments.write(record, admission.isKnown(hash))) admission.note(hash);
    },
    bytes: () => segments.bytes() + ready.calculatedSize,
    delete: (key) => remove(hashOf(key), key),
  };
}

const sizeOf = (key: string, head: string, body: string): number =>
  key.length + 2 * head.length + body.length + OBJECT_BYTES;
