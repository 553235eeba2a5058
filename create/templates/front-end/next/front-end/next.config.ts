import { dirname } from 'node:path';
import type { NextConfig } from 'next';

// The client, and the packages, are beside this folder.
const project = dirname(import.meta.dirname);

export default {
  turbopack: { root: project },
  outputFileTracingRoot: project,
  devIndicators: false,
} satisfies NextConfig;
