/** One function that waits for a statement. */
export interface Frame {
  readonly name: string;
  /** `runtime/http/api-handler.js:45` */
  readonly place: string;
}

const FRAME = /^\s*at (?:async )?(?:(.*) \()?(?:file:\/\/)?(\/.+):(\d+):\d+\)?$/;
const PERSISTENCE = /\/persistence\//;

/**
 * Own functions of a call stack, from the one of the persistence layer that runs the statement outwards to the handler of
 * HTTP; those that only tell of it, packages and node itself do not count, and a function that calls itself counts once.
 */
export function ownFrames(stack: string, folder: string): readonly Frame[] {
  const frames = stack.split('\n').flatMap((line) => {
    const [, name = '(anonymous)', file = '', number = ''] = FRAME.exec(line) ?? [];
    if (!file.startsWith(`${folder}/`) || file.includes('/node_modules/')) return [];
    return [{ name: name.replace(/^Object\./, ''), place: `${file.slice(folder.length + 1)}:${number}` }];
  });
  const first = frames.findIndex(({ place }) => PERSISTENCE.test(`/${place}`));
  const seen = new Set<string>();
  return frames.slice(Math.max(first, 0)).filter(({ name, place }) => {
    const key = `${name} ${place}`;
    return !seen.has(key) && seen.add(key);
  });
}
