import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

/** Responds with 404 to malformed percent-encoding; the development server would respond with 500. */
const malformedAddresses = {
  name: 'malformed-addresses',
  enforce: 'pre',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      try {
        decodeURI(request.url);
      } catch {
        request.url = request.url.replaceAll('%', '%25');
      }
      next();
    });
  },
};

// Pages are rendered on request, so that editors see drafts and published changes appear immediately.
export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  // lib/answer.ts rejects forms of other sites. The check of Astro needs the host of the site at build time.
  security: { checkOrigin: false },
  devToolbar: { enabled: false },
  // The client is in the parent folder.
  vite: { plugins: [malformedAddresses], server: { fs: { allow: ['..'] } } },
});
