import express from 'express';
import { join } from 'node:path';
import { packageRoot } from '../../../kernel/util/packages/package-root.js';
import type { Mount } from '../../../kernel/contract/http/mount.js';

const ONE_DAY_MS = 86_400_000;

/** Path of the page's files. */
export const docsAssetsPath = (apiPrefix: string): string => `${apiPrefix}/docs/assets`;

/** Serves the files of Swagger UI from the package, so that the documentation works offline. */
export function createDocsAssetsMount(apiPrefix: string): Mount {
  return {
    path: docsAssetsPath(apiPrefix),
    handler: express.static(builtFolder(), {
      index: false,
      fallthrough: true,
      maxAge: ONE_DAY_MS,
      setHeaders(response) {
        response.setHeader('X-Content-Type-Options', 'nosniff');
      },
    }),
  };
}

/** Returns the folder that `npm run build` copies the files to (`copy-assets.ts`). */
export const builtFolder = (): string => join(packageRoot(), 'dist/docs-assets');
