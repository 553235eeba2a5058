import { uploadManifest } from '../upload-manifest.js';
import { serveChild } from './serve-child.js';

await serveChild(uploadManifest);
