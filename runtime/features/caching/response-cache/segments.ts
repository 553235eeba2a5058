import type { RecordIndex } from './record-index.js';
import * as records from './records.js';

/** Records in a few pieces of memory. A record is named by its place until it is driven out; the table of places follows it. */
export interface Segments {
  /** Writes it where there is room, driving out others if it may; answers whether it is written. */
  write(record: records.NewRecord, mayDriveOut: boolean): boolean;
  /** Whether the record of this key is there. */
  holds(place: number, key: string): boolean;
  read(place: number): { readonly head: string; readonly body: string };
  /** Spares it when others are driven out next, and answers whether it was to be spared before. */
  ask(place: number): boolean;
  /** Marks the record as deleted. */
  bury(place: number): void;
  /** Bytes of records that somebody may look for. */
  bytes(): number;
}

/** A piece of memory that is filled from front to back. */
interface Room {
  readonly memory: Buffer;
  /** Its first place. */
  readonly start: number;
  /** The offset at which the next record begins. */
  end: number;
  /** Bytes of records that nobody looks for any more. */
  dead: number;
}

const FEWEST = 8;
/** The memory that Node gives at once has a limit, and a piece is cleared faster than anybody notices. */
const LARGEST = 64 * 1024 * 1024;
/** The part of a piece from which on it is worth moving what is left of it. */
const DEAD_SHARE = 4;

/** Pieces of memory of so many bytes in all, taken one after the other when there is something to be written. */
export function createSegments(bytes: number, index: RecordIndex): Segments {
  const most = Math.max(FEWEST, Math.ceil(bytes / LARGEST));
  const largest = Math.floor(bytes / most);
  const rooms: Room[] = [];
  let current = 0;

  const hasRoom = ({ end }: Room, size: number): boolean => end + size <= largest;

  /** Much of it is dead, so that moving the rest makes room. */
  const isWasted = ({ end, dead }: Room, size: number): boolean =>
    dead * DEAD_SHARE >= largest && end - dead + size <= largest;

  const isLive = ({ memory, start }: Room, at: number): boolean =>
    index.has(records.hashAt(memory, at), start + at);

  /** Spares what was asked for since it came by last, so that after two rounds there is room in any case. */
  function isSpared(room: Room, at: number): boolean {
    const { memory, start } = room;
    if (!isLive(room, at)) return false;
    const isAsked = records.isAsked(memory, at);
    if (isAsked) records.setAsked(memory, at, false);
    else index.remove(records.hashAt(memory, at), start + at);
    return isAsked;
  }

  /** Moves the records that stay to the front, one up against the other. */
  function compact(room: Room, stays: (room: Room, at: number) => boolean): void {
    const { memory, start } = room;
    let end = 0;
    for (let at = 0, next = 0; at < room.end; at = next) {
      next = at + records.bytesOf(memory, at);
      if (!stays(room, at)) continue;
      index.move(records.hashAt(memory, at), start + at, start + end);
      // Bytes never move towards the end, so that nothing is written over that is still to be moved.
      if (at !== end) memory.copyWithin(end, at, next);
      end += next - at;
    }
    room.end = end;
    room.dead = 0;
  }

  /** Room that is taken from nobody. */
  function free(size: number): Room | undefined {
    const filling = rooms[current];
    if (filling !== undefined && hasRoom(filling, size)) return filling;
    if (rooms.length < most) {
      const start = rooms.length * largest;
      // Its pages are taken from the system when they are first written.
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

  /** Room from which others were driven out. */
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
      const wasAsked = records.isAsked(memory, at);
      if (!wasAsked) records.setAsked(memory, at, true);
      return wasAsked;
    },
    bury,
    bytes: () => rooms.reduce((sum, { end, dead }) => sum + end - dead, 0),
  };
}
