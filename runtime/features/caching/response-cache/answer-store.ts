import { LRUCache } from 'lru-cache';
import { createAdmission } from './admission.js';
import { type CachedAnswer, packHead, unpackAnswer } from './cached-answer.js';
import { hashOf } from './key-hash.js';
import { createRecordIndex, INDEX_ENTRY_BYTES } from './record-index.js';
import { createSegments } from './segments.js';

/** Store of cached responses by key. */
export interface AnswerStore {
  has(key: string): boolean;
  get(key: string): CachedAnswer | undefined;
  /**
   * Stores or replaces a response, unless it is too large. A response that was never requested before does not evict
   * others.
   */
  set(key: string, answer: CachedAnswer): void;
  delete(key: string): void;
  /** Returns the memory usage in bytes. */
  bytes(): number;
}

/** Fraction of the memory for responses stored as objects: one part in this many. */
const READY_SHARE = 16;
/** Additional memory of such an object for headers and tags. */
const OBJECT_BYTES = 1500;
/** Assumed minimum size of a response. If many are smaller, some are evicted earlier. */
const BYTES_OF_SMALL = 512;

/**
 * Stores responses as bytes in a few large buffers that are reused (ADR 47). As objects they would take several times
 * their size, because V8 lets its heap grow before it collects evicted objects. The most requested responses are also
 * stored as objects, so that they can be sent without copying.
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

  /** Marks the record of a response as recently used, because reads of the object do not. */
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
    // The replacing response counts as requested before.
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
      const wasRequested = segments.ask(place);
      if (wasRequested) ready.set(key, answer, { size: sizeOf(key, head, body) });
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
