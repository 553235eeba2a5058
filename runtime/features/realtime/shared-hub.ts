import type { Workers } from '../../kernel/ports/workers.js';
import { createHubMount, DEFAULT_LIMITS, type HubMount, type HubMountDeps } from './hub/index.js';

const TOPIC = 'hub';
/** A hub that is still writing to thousands of streams is waited for, one that hangs is not. */
const PATIENCE_MS = 10_000;
const KEPT = { entries: DEFAULT_LIMITS.historyEntries, bytes: DEFAULT_LIMITS.historyBytes };

/**
 * The embedded hub of a service. With several workers each has one, with the streams of its own connections; all have the same
 * updates in the same order, those from before a worker started included, so that a client may come back to any of them.
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
