import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

// Pages are drawn when they are asked for: editors see drafts, and what is published is shown at once.
export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  devToolbar: { enabled: false },
  // The client is beside this folder.
  vite: { server: { fs: { allow: ['..'] } } },
});
