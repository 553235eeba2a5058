import { manifest } from '../../../../generated/manifest.js';
import { serveChild } from '../../uploads/children/serve-child.js';

await serveChild(manifest);
