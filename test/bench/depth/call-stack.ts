import type { Runtime } from 'node:inspector';
import { console as inspected, Session } from 'node:inspector';
import { fileURLToPath } from 'node:url';

/** One function in the call stack of a statement. */
export interface Frame {
  readonly name: string;
  /** Location such as `runtime/adapters/http/api-handler.js:45`. */
  readonly place: string;
}

/** Reads the call stack of the running function, across all awaited calls. */
export interface CallStacks {
  /**
   * Functions of the runtime between the statement in the persistence layer and the handler of an endpoint. They
   * include functions that only return a promise of another one, which stacks of errors omit. They exclude functions
   * that only report the statement, packages and Node.
   */
  own(): readonly Frame[];
  close(): void;
}

const PERSISTENCE = /\/persistence\//;
/** Code that calls the handlers of endpoints. */
const HTTP = /\/adapters\/http\//;
/** Deep enough for whole requests. */
const DEPTH = 200;

/** The debugger of this process stores the whole stack of each awaited call, which slows down everything. */
export function openCallStacks(folder: string): CallStacks {
  const session = new Session();
  session.connect();
  let stack: Runtime.StackTrace | undefined;
  session.on('Runtime.consoleAPICalled', ({ params }) => (stack = params.stackTrace));
  session.post('Runtime.enable');
  session.post('Debugger.enable');
  session.post('Debugger.setAsyncCallStackDepth', { maxDepth: DEPTH });
  return {
    own() {
      inspected.trace(); // sent synchronously, and only to the session
      return ownFrames(stack, folder);
    },
    close: () => session.disconnect(),
  };
}

function ownFrames(stack: Runtime.StackTrace | undefined, folder: string): readonly Frame[] {
  const frames: Frame[] = [];
  for (let part = stack; part !== undefined; part = part.parent) {
    for (const { functionName: name, url, lineNumber } of part.callFrames) {
      const file = url.startsWith('file:') ? fileURLToPath(url) : url;
      if (!file.startsWith(`${folder}/`) || file.includes('/node_modules/')) continue;
      frames.push({
        name: name || '(anonymous)',
        place: `${file.slice(folder.length + 1)}:${lineNumber + 1}`,
      });
    }
  }
  const first = frames.findIndex(({ place }) => PERSISTENCE.test(`/${place}`));
  const handler = frames.findIndex(({ place }) => HTTP.test(`/${place}`));
  return frames.slice(Math.max(first, 0), handler < 0 ? undefined : handler);
}
