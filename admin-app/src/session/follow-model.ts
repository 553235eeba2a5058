import { API_URL } from '../api/page-settings.js';
import { isVisibleNow, onVisibility, openVisibleStream } from '../api/visible-stream.js';

/** Minimum time between two requests of the model when the window gets the focus. */
const REST_MS = 10_000;

/**
 * Reads the model again when it may have changed: when the window gets the focus, and in development when the service
 * reports a change.
 * @param changes path of the stream that reports changes in development
 * @param read reads the model
 * @param set receives a function from the previous state to the next. It returns the same object if nothing changed.
 * @returns a function that stops it
 */
export function followModel<State>(
  changes: string | null,
  read: () => Promise<State>,
  set: (next: (before: State) => State) => void,
): () => void {
  // If a read fails, the next change triggers another one.
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
  /** File name of the script with the extensions. It contains a hash of the contents. */
  readonly own: string | null;
}

function followStream(path: string, again: () => void): () => void {
  let known: ModelState | undefined;
  // The first message of each connection contains the current state.
  return openVisibleStream(new URL(path, API_URL), {
    received(data) {
      const received = JSON.parse(data) as ModelState;
      const before = known ?? received;
      known = received;
      // Modules cannot be unloaded, so new extensions need a page reload. Forms restore unsaved changes.
      if (received.own !== before.own) location.reload();
      else if (received.state !== before.state) again();
    },
  });
}
