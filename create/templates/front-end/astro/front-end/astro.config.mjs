import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

// Pages are drawn when they are asked for: editors see drafts, and what is published is shown at once.
export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  // Forms are taken from pages of these hosts alone; name that of the site before it is built for production.
  security: { allowedDomains: [{ hostname: process.env['SITE_HOST'] ?? 'localhost' }] },
  devToolbar: { enabled: false },
  // The client is beside this folder.
  vite: { server: { fs: { allow: ['..'] } } },
});
