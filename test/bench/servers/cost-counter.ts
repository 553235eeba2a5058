import { Socket } from 'node:net';
import type { RequestCost } from './messages.js';
import { createStatementWatch, isControl, type Patch } from './statement-recorder.js';

export interface CostCounter {
  start(): void;
  /** Marks the arrival of a request. Its cost is counted from here. */
  next(): void;
  /** Stops counting. Costs before the first request are excluded. */
  take(): readonly RequestCost[];
}

type Mutable<Cost> = { -readonly [Name in keyof Cost]: Cost[Name] };

/** Counts at the drivers and at the sockets. Create it before anything is prepared. */
export function createCostCounter(databasePort: number | undefined): CostCounter {
  const costs: Mutable<RequestCost>[] = [];
  const add = (name: keyof RequestCost): void => {
    const cost = costs.at(-1);
    if (cost !== undefined) cost[name] += 1;
  };
  const patches = [
    createStatementWatch((statement) => add(isControl(statement) ? 'control' : 'statements')),
    patchSockets((socket) => add(socket.remotePort === databasePort ? 'trips' : 'writes')),
  ];
  return {
    start() {
      for (const patch of patches) patch.apply();
    },
    next: () => void costs.push({ statements: 0, control: 0, trips: 0, writes: 0 }),
    take() {
      for (const patch of patches) patch.remove();
      return costs.splice(0);
    },
  };
}

/** Chunks that are sent together are one write, because they are one system call. */
function patchSockets(note: (socket: Socket) => void): Patch {
  const { prototype } = Socket;
  const { _write: write, _writev: writev } = prototype;
  if (writev === undefined) throw new Error('Sockets of this Node write no chunks together');
  return {
    apply() {
      prototype._write = function (...given) {
        note(this);
        write.apply(this, given);
      };
      prototype._writev = function (...given) {
        note(this);
        writev.apply(this, given);
      };
    },
    remove: () => void Object.assign(prototype, { _write: write, _writev: writev }),
  };
}
