import { API_URL } from '../api/page-settings.js';
import { isVisibleNow, onVisibility, openVisibleStream } from '../api/visible-stream.js';

/** A model may cost the service some milliseconds, and people go from window to window. */
const REST_MS = 10_000;

/**
 * Asks for the model again when there may be another one: when somebody comes back to the window, and in development as soon as the
 * service says so.
 * @param changes path of the stream that tells, in development
 * @param read what is asked for again
 * @param set takes what may be made of what there was; the same is the same object
 * @returns a function that ends it
 */
export function followModel<State>(
  changes: string | null,
  read: () => Promise<State>,
  set: (next: (before: State) => State) => void,
): () => void {
  // What cannot be read now is read with the next change.
  const again = (): void =>
    void read().then(
      (next) => set((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next)),
      () => undefined,
    );
  let asked = Date.now();
  const comeBack = (): void => {
    if (!isVisibleNow() || Date.now() - asked < REST_MS) return;
    asked = Date.now();
    again();
  };
  addEventListener('focus', comeBack);
  const unseen = onVisibility(comeBack);
  const stop = changes === null ? undefined : followStream(changes, again);
  return () => {
    removeEventListener('focus', comeBack);
    unseen();
    stop?.();
  };
}

interface ModelState {
  readonly state: string;
  /** Name of the script with the parts of the project; it has a hash of what it holds. */
  readonly own: string | null;
}

function followStream(path: string, again: () => void): () => void {
  let known: ModelState | undefined;
  // Each connection begins with what there is.
  return openVisibleStream(new URL(path, API_URL), {
    received(data) {
      const received = JSON.parse(data) as ModelState;
      const before = known ?? received;
      known = received;
      // Modules cannot be taken back, so the page begins anew with other parts; forms keep what was typed.
      if (received.own !== before.own) location.reload();
      else if (received.state !== before.state) again();
    },
  });
}
