import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { builtFolder } from './assets.js';

/** The files that the page loads, and their licence. */
const FILES = ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE'];

// Run by `npm run build`. Swagger UI is needed for building only: as a dependency it would bring 12 MB and a package that
// reports each installation to its makers into every project (ADR 58).
const source = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
await mkdir(builtFolder(), { recursive: true });
await Promise.all(FILES.map((file) => copyFile(join(source, file), join(builtFolder(), file))));
