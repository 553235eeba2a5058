import { serveChild } from '../../uploads/children/serve-child.js';
import { pairManifest } from '../pair-types.js';

await serveChild(pairManifest);
