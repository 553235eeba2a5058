import { serveChild } from '../../uploads/children/serve-child.js';
import { crashManifest } from '../crash-manifest.js';

await serveChild(crashManifest);
