import { defineConfig } from 'vitepress';
import { extendMarkdown } from './markdown.js';
import { buildNavigation, buildSidebar } from './pages.js';

/**
 * Without JavaScript the sidebar can't be opened on phones, nor its collapsed sections. All of it is displayed below
 * the page.
 */
const WITHOUT_JAVASCRIPT = `
  .VPSidebarItem.collapsed > .items { display: block !important; }
  .VPNavBarSearch, .VPNavBarAppearance, .VPNavBarHamburger, .VPLocalNav { display: none !important; }
  @media (max-width: 959px) {
    .Layout { display: flex !important; }
    .VPSidebar { order: 1; position: static !important; width: auto !important; max-width: none !important;
      transform: none !important; opacity: 1 !important; visibility: visible !important; box-shadow: none !important; }
  }`;

/** Base path of the site. */
const BASE = process.env.DOCS_BASE ?? '/';

/** Builds `docs/` as a site: `npm run docs` starts a preview, `npm run docs:build` writes it to `var/docs`. */
export default defineConfig({
  title: 'cms-api-components',
  description: 'A headless content API from JSON schemas: tutorial, how-to, reference and explanation.',
  lang: 'en',
  base: BASE,
  outDir: '../var/docs',
  cacheDir: '../var/docs-cache',
  rewrites: (path) => path.replace(/(^|\/)README\.md$/, '$1index.md'),
  head: [
    ['link', { rel: 'icon', href: `${BASE}favicon.svg`, type: 'image/svg+xml' }],
    ['noscript', {}, `<style>${WITHOUT_JAVASCRIPT}</style>`],
  ],
  markdown: { config: extendMarkdown, languageAlias: { vcl: 'c' } },
  // The search index is a single file.
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    nav: buildNavigation(),
    sidebar: buildSidebar(),
    outline: [2, 3],
    search: { provider: 'local' },
  },
});
