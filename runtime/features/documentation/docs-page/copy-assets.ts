import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { builtFolder } from './assets.js';

/** Files that the page loads, with their license. */
const FILES = ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE'];

// Run by `npm run build`. Swagger UI is only a development dependency: otherwise every project would install 12 MB and
// a package that reports installations to its vendor (ADR 58).
const source = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
await mkdir(builtFolder(), { recursive: true });
await Promise.all(FILES.map((file) => copyFile(join(source, file), join(builtFolder(), file))));
