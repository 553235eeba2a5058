import type { Runtime } from 'node:inspector';
import { console as inspected, Session } from 'node:inspector';
import { fileURLToPath } from 'node:url';

/** One function on the way to a statement. */
export interface Frame {
  readonly name: string;
  /** `runtime/adapters/http/api-handler.js:45` */
  readonly place: string;
}

/** Reads where the running function was called from, through everything that was awaited. */
export interface CallStacks {
  /**
   * Own functions from the one of the persistence layer that runs a statement outwards to the handler of an endpoint. Functions count
   * that only hand on the promise of another, which no stack of an error shows; those that only tell of the statement, packages
   * and node itself do not.
   */
  own(): readonly Frame[];
  close(): void;
}

const PERSISTENCE = /\/persistence\//;
/** What calls the handlers of endpoints. */
const HTTP = /\/adapters\/http\//;
/** Deep enough for whole requests. */
const DEPTH = 200;

/** The debugger of this process keeps the whole stack of each call that waits, which makes everything slower. */
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
      inspected.trace(); // told to the session at once, and to nobody else
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
