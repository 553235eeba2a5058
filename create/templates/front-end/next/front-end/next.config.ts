import { dirname } from 'node:path';
import type { NextConfig } from 'next';

// The client and the packages are in the parent folder.
const project = dirname(import.meta.dirname);

export default {
  turbopack: { root: project },
  outputFileTracingRoot: project,
  devIndicators: false,
  // Pages that the visitor can't read have status 403. The form size limit equals MAX_FORM_BYTES of lib/forms.ts.
  experimental: { authInterrupts: true, serverActions: { bodySizeLimit: '8mb' } },
} satisfies NextConfig;
