import Libsql from 'libsql';
import pg from 'pg';
import type { RecordedStatement } from './messages.js';

export interface StatementRecorder {
  start(): void;
  /** Stops recording and returns the recorded statements, without transaction control. */
  take(): readonly RecordedStatement[];
}

type Method = (this: object, ...given: unknown[]) => unknown;
type Methods = Record<string, Method>;
type Note = (statement: RecordedStatement) => void;

const CONTROL = /^\s*(begin|start transaction|commit|rollback|savepoint|release|set|pragma)\b/i;

/**
 * Returns whether a statement starts or ends a transaction, or changes a setting. Such statements read and write no
 * rows.
 */
export const isControl = ({ text }: RecordedStatement): boolean => CONTROL.test(text);

/**
 * Records the statements of the drivers, which run unmodified outside a recording. Create it before anything is
 * prepared.
 */
export function createStatementRecorder(): StatementRecorder {
  let recorded: RecordedStatement[] | undefined;
  const watch = createStatementWatch((statement) => {
    if (!isControl(statement)) recorded?.push(statement);
  });
  return {
    start() {
      recorded = [];
      watch.apply();
    },
    take() {
      watch.remove();
      const taken = recorded ?? [];
      recorded = undefined;
      return taken;
    },
  };
}

/** Methods that replace those of drivers during a recording. */
export interface Patch {
  apply(): void;
  remove(): void;
}

/** Calls `note` with each statement that reaches a driver during a recording. Create it before anything is prepared. */
export function createStatementWatch(note: Note): Patch {
  const patches = [patchPostgres(note), patchLibsql(note)];
  return {
    apply() {
      for (const patch of patches) patch.apply();
    },
    remove() {
      for (const patch of patches) patch.remove();
    },
  };
}

function patchPostgres(note: Note): Patch {
  // The prototype is treated as a record of its methods, to replace one.
  const prototype = pg.Client.prototype as unknown as Methods;
  const original = prototype.query as Method;
  return {
    apply() {
      prototype.query = function (...given) {
        const [first, second] = given;
        if (typeof first === 'string') note({ text: first, values: Array.isArray(second) ? second : [] });
        else if (typeof first === 'object' && first !== null && 'text' in first) {
          const values = 'values' in first && Array.isArray(first.values) ? first.values : second;
          note({ text: String(first.text), values: Array.isArray(values) ? values : [] });
        }
        return original.apply(this, given);
      };
    },
    remove: () => void (prototype.query = original),
  };
}

function patchLibsql(note: Note): Patch {
  const texts = new WeakMap<object, string>();
  const originals: Methods = {};
  let statements: Methods | undefined;
  const database = Libsql.prototype as unknown as Methods; // as above
  const prepare = database.prepare as Method;
  const exec = database.exec as Method;
  database.prepare = function (...given) {
    const statement = prepare.apply(this, given) as object; // a statement object
    texts.set(statement, String(given[0]));
    statements ??= Object.getPrototypeOf(statement) as Methods;
    return statement;
  };
  return {
    apply() {
      database.exec = function (...given) {
        note({ text: String(given[0]), values: [] });
        return exec.apply(this, given);
      };
      for (const name of ['all', 'run', 'get']) {
        const original = statements?.[name];
        if (statements === undefined || original === undefined) continue;
        originals[name] = original;
        statements[name] = function (...given) {
          note({ text: texts.get(this) ?? '', values: Array.isArray(given[0]) ? given[0] : [] });
          return original.apply(this, given);
        };
      }
    },
    remove() {
      database.exec = exec;
      if (statements !== undefined) Object.assign(statements, originals);
    },
  };
}
