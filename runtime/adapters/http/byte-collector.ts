/** Puts the chunks of a body together. */
export interface ByteCollector {
  readonly size: () => number;
  add(chunk: Buffer): void;
  /** Everything that was added. */
  bytes(): Buffer;
}

/**
 * Holds at most twice as many bytes as were added, in however many chunks they come: each of those is an object many times
 * larger than a byte. A body of one chunk, the usual one, is handed on as it is. `announced` is the length of the body
 * where it is known; nothing is set aside for it before it arrives.
 */
export function createByteCollector(announced = Infinity): ByteCollector {
  let room: Buffer = Buffer.alloc(0);
  let size = 0;
  return {
    size: () => size,
    add(chunk) {
      const needed = size + chunk.length;
      if (size === 0) room = chunk;
      else {
        // The first chunk belongs to somebody else; it is full, so it is never written to.
        if (needed > room.length)
          room = enlarge(room, size, Math.max(needed, Math.min(2 * needed, announced)));
        chunk.copy(room, size);
      }
      size = needed;
    },
    bytes: () => room.subarray(0, size),
  };
}

function enlarge(room: Buffer, used: number, length: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(length);
  room.copy(larger, 0, 0, used);
  return larger;
}
