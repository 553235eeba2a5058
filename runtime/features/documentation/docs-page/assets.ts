import express from 'express';
import { join } from 'node:path';
import { packageRoot } from '../../../kernel/util/packages/package-root.js';
import type { Mount } from '../../../kernel/contract/http/mount.js';

const ONE_DAY_MS = 86_400_000;

/** Address of the page's files. */
export const docsAssetsPath = (apiPrefix: string): string => `${apiPrefix}/docs/assets`;

/** Serves Swagger UI's files from the package, so that the documentation works without a network. */
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

/** The folder in which `npm run build` puts them (`copy-assets.ts`). */
export const builtFolder = (): string => join(packageRoot(), 'dist/docs-assets');
