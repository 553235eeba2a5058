import { describe, expect, test } from 'vitest';
import { createByteCollector } from '../../../../../runtime/adapters/http/json-body.js';

const TEXT = 'the quick brown fox '.repeat(500);

/** Adds the text byte by byte, each in a separate buffer that is overwritten afterwards. */
function collectBytes(announced?: number): Buffer {
  const collected = createByteCollector(announced);
  for (const [index, byte] of Buffer.from(TEXT).entries()) {
    const chunk = Buffer.from([byte]);
    collected.add(chunk);
    // The first one is kept until a second one arrives.
    if (index > 0) chunk.fill(0);
  }
  return collected.bytes();
}

describe('createByteCollector', () => {
  test('returns a single chunk without copying it', () => {
    const chunk = Buffer.from(TEXT);
    const collected = createByteCollector();
    collected.add(chunk);
    expect(collected.bytes().buffer).toBe(chunk.buffer);
    expect(collected.bytes().toString()).toBe(TEXT);
  });

  test('retains none of many chunks, and at most twice their bytes', () => {
    const bytes = collectBytes();
    expect(bytes.toString()).toBe(TEXT);
    expect(bytes.buffer.byteLength).toBeLessThanOrEqual(2 * TEXT.length);
  });

  test('allocates no more than the announced length', () => {
    expect(collectBytes(TEXT.length).buffer.byteLength).toBe(TEXT.length);
    const begun = createByteCollector(1_000_000);
    begun.add(Buffer.from('a'));
    begun.add(Buffer.from('b'));
    expect(begun.bytes().buffer.byteLength).toBeLessThanOrEqual(4);
  });

  test('never writes to the first chunk', () => {
    const first = Buffer.from('xxabc').subarray(0, 2);
    const collected = createByteCollector();
    collected.add(first);
    collected.add(Buffer.from('yyy'));
    expect(collected.bytes().toString()).toBe('xxyyy');
    expect(Buffer.from(first.buffer, first.byteOffset, 5).toString()).toBe('xxabc');
  });

  test('is empty without input', () => {
    expect(createByteCollector().bytes()).toHaveLength(0);
  });
});
