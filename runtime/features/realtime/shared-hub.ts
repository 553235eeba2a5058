import type { Workers } from '../../kernel/contract/workers.js';
import { createHubMount, DEFAULT_LIMITS, type HubMount, type HubMountDeps } from './hub/index.js';

const TOPIC = 'hub';
/** Timeout in milliseconds: long enough for writing to thousands of streams, but a hanging hub is not awaited. */
const PATIENCE_MS = 10_000;
const KEPT = { entries: DEFAULT_LIMITS.historyEntries, bytes: DEFAULT_LIMITS.historyBytes };

/**
 * Opens the embedded hub. With several workers, each has a hub with the streams of its own connections. All have the
 * same updates in the same order, including those from before a worker started. A client may therefore reconnect to
 * any of them.
 */
export function openEmbeddedHub(
  deps: Omit<HubMountDeps, 'share' | 'limits'>,
  workers: Workers | undefined,
): HubMount {
  if (workers === undefined) return createHubMount(deps);
  const hub = createHubMount({
    ...deps,
    async share(form) {
      await workers.ask({ topic: TOPIC, body: form, to: 'all', patienceMs: PATIENCE_MS, kept: KEPT });
    },
  });
  workers.answer(TOPIC, async (form) => {
    await hub.receive(String(form));
    return null;
  });
  return hub;
}
