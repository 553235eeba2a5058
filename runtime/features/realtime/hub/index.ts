export { HubRefusal } from './hub-refusal.js';
export { createEmbeddedHub, type EmbeddedHub } from './embedded-hub.js';
export { DEFAULT_LIMITS, type EmbeddedHubOptions, type HubLimits } from './options.js';
export { createHubMount, type HubMount, type HubMountDeps } from './hub-mount.js';
