import { manifest } from '../../../../generated/manifest.js';
import { routeLengths } from '../../../support/features/route-lengths.js';
import { serveChild } from '../../uploads/children/serve-child.js';

await serveChild(manifest, () => [routeLengths()]);
