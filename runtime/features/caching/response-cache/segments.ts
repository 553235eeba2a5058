import type { RecordIndex } from './record-index.js';
import * as records from './records.js';

/**
 * Records in a few large buffers. A record is identified by its position until it is evicted; the index is updated when
 * it moves.
 */
export interface Segments {
  /** Writes a record and returns whether there was space. May evict others if allowed. */
  write(record: records.NewRecord, mayDriveOut: boolean): boolean;
  /** Returns whether the position contains the record of this key. */
  holds(place: number, key: string): boolean;
  read(place: number): { readonly head: string; readonly body: string };
  /** Marks the record as requested, so that the next eviction spares it. Returns whether it was already marked. */
  ask(place: number): boolean;
  /** Marks the record as deleted. */
  bury(place: number): void;
  /** Returns the size of all live records in bytes. */
  bytes(): number;
}

/** A buffer that is filled from start to end. */
interface Room {
  readonly memory: Buffer;
  /** Its first position. */
  readonly start: number;
  /** Offset of the next record. */
  end: number;
  /** Size of deleted records in bytes. */
  dead: number;
}

const FEWEST = 8;
/** Node.js limits the size of a buffer, and clearing one of this size takes negligible time. */
const LARGEST = 64 * 1024 * 1024;
/** Fraction of deleted bytes at which compaction is worthwhile: one part in this many. */
const DEAD_SHARE = 4;

/** Creates buffers with this total size, each allocated on first use. */
export function createSegments(bytes: number, index: RecordIndex): Segments {
  const most = Math.max(FEWEST, Math.ceil(bytes / LARGEST));
  const largest = Math.floor(bytes / most);
  const rooms: Room[] = [];
  let current = 0;

  const hasRoom = ({ end }: Room, size: number): boolean => end + size <= largest;

  /** Returns whether so much of the buffer is deleted that compaction makes room. */
  const isWasted = ({ end, dead }: Room, size: number): boolean =>
    dead * DEAD_SHARE >= largest && end - dead + size <= largest;

  const isLive = ({ memory, start }: Room, at: number): boolean =>
    index.has(records.hashAt(memory, at), start + at);

  /** Spares a record that was requested since the last pass, so that at most two passes make room. */
  function isSpared(room: Room, at: number): boolean {
    const { memory, start } = room;
    if (!isLive(room, at)) return false;
    const isRequested = records.isRequested(memory, at);
    if (isRequested) records.setRequested(memory, at, false);
    else index.remove(records.hashAt(memory, at), start + at);
    return isRequested;
  }

  /** Moves the remaining records to the start of the buffer. */
  function compact(room: Room, stays: (room: Room, at: number) => boolean): void {
    const { memory, start } = room;
    let end = 0;
    for (let at = 0, next = 0; at < room.end; at = next) {
      next = at + records.bytesOf(memory, at);
      if (!stays(room, at)) continue;
      index.move(records.hashAt(memory, at), start + at, start + end);
      // Records only move toward the start, so none is overwritten before it is moved.
      if (at !== end) memory.copyWithin(end, at, next);
      end += next - at;
    }
    room.end = end;
    room.dead = 0;
  }

  /** Finds space without evicting records. */
  function free(size: number): Room | undefined {
    const filling = rooms[current];
    if (filling !== undefined && hasRoom(filling, size)) return filling;
    if (rooms.length < most) {
      const start = rooms.length * largest;
      // The system allocates pages on the first write.
      current = rooms.push({ memory: Buffer.allocUnsafeSlow(largest), start, end: 0, dead: 0 }) - 1;
      return rooms[current];
    }
    const wasted = rooms.findIndex((room) => isWasted(room, size));
    const room = rooms[wasted];
    if (room === undefined) return undefined;
    compact(room, isLive);
    current = wasted;
    return room;
  }

  /** Makes space by evicting records. */
  function cleared(size: number): Room {
    for (;;) {
      current = (current + 1) % rooms.length;
      const room = rooms[current];
      if (room === undefined) throw new Error('There is nothing to be cleared');
      compact(room, isSpared);
      if (hasRoom(room, size)) return room;
    }
  }

  function find(place: number): { readonly room: Room; readonly memory: Buffer; readonly at: number } {
    const room = rooms[Math.floor(place / largest)];
    if (room === undefined) throw new Error(`There is no record at ${place}`);
    return { room, memory: room.memory, at: place % largest };
  }

  function bury(place: number): void {
    const { room, memory, at } = find(place);
    room.dead += records.bytesOf(memory, at);
  }

  return {
    write(record, mayDriveOut) {
      const size = records.bytesOfNew(record);
      if (size > largest) return false;
      const room = free(size) ?? (mayDriveOut ? cleared(size) : undefined);
      if (room === undefined) return false;
      const forgotten = index.add(record.hash, room.start + room.end);
      if (forgotten !== undefined) bury(forgotten);
      records.writeRecord(room.memory, room.end, record);
      room.end += size;
      return true;
    },
    holds(place, key) {
      const { memory, at } = find(place);
      return records.keyAt(memory, at) === key;
    },
    read(place) {
      const { memory, at } = find(place);
      return { head: records.readHead(memory, at), body: records.readBody(memory, at) };
    },
    ask(place) {
      const { memory, at } = find(place);
      const wasRequested = records.isRequested(memory, at);
      if (!wasRequested) records.setRequested(memory, at, true);
      return wasRequested;
    },
    bury,
    bytes: () => rooms.reduce((sum, { end, dead }) => sum + end - dead, 0),
  };
}
