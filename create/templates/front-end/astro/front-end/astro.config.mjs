import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

/** An address that is not percent-encoded text is a page that does not exist; the development server answers it with 500. */
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

// Pages are drawn when they are requested: editors see drafts, and what is published is shown at once.
export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  // lib/answer.ts refuses forms of other sites. The check of Astro needs the host of the site when it is built.
  security: { checkOrigin: false },
  devToolbar: { enabled: false },
  // The client is beside this folder.
  vite: { plugins: [malformedAddresses], server: { fs: { allow: ['..'] } } },
});
