import type { ImportFormat } from 'cms-api-components';

/** Lists of redirects, and exports of the WordPress plugins Redirection and Yoast. */
const redirects: ImportFormat = {
  name: 'redirects',
  extensions: ['.csv', '.tsv', '.json'],
  flags: { 'skip-faulty': { type: 'boolean', summary: 'Skip invalid redirects.' } },
  async *read(request) {
    const { convertRedirects } = await import('./redirects/convert-redirects.js');
    return yield* convertRedirects(request);
  },
};

/** Exports of WordPress sites (WXR), in one file or in a folder of several. */
const wordpress: ImportFormat = {
  name: 'wxr',
  extensions: ['.xml'],
  acceptsFolders: true,
  flags: {
    'page-data': { type: 'string', summary: 'Page data type for WordPress posts and pages.' },
    template: { type: 'string', summary: 'Reference of the template for the imported page data.' },
    mapping: {
      type: 'string',
      summary: 'JSON file that maps post types to page data types and their fields.',
    },
  },
  async *read(request) {
    const { convertWordPress } = await import('./wordpress/convert-wordpress.js');
    return yield* convertWordPress(request);
  },
};

/** Formats that `cms import` accepts if this package is installed. */
export const FORMATS: readonly ImportFormat[] = [redirects, wordpress];
