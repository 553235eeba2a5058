import { dirname } from 'node:path';
import type { NextConfig } from 'next';

// The client, and the packages, are beside this folder.
const project = dirname(import.meta.dirname);

export default {
  turbopack: { root: project },
  outputFileTracingRoot: project,
  devIndicators: false,
  // Pages that a visitor may not read are 403. Forms are as large as MAX_FORM_BYTES of lib/forms.ts says.
  experimental: { authInterrupts: true, serverActions: { bodySizeLimit: '8mb' } },
} satisfies NextConfig;
