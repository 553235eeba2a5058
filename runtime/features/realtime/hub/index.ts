export { HubRefusal } from './hub-refusal.js';
export { createEmbeddedHub, type EmbeddedHub } from './embedded-hub.js';
export type { EmbeddedHubOptions, HubLimits } from './options.js';
export { createHubMount, type HubMount } from './hub-mount.js';
