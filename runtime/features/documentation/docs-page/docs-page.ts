import { createHash } from 'node:crypto';
import { docsAssetsPath } from './assets.js';
import { html, raw } from './html.js';
import { DOCS_SCRIPT, DOCS_STYLE } from './page-code.js';

export interface DocsPage {
  readonly html: string;
  /** Lets the page run its own script and style and talk to its own API, nothing else. */
  readonly contentSecurityPolicy: string;
}

/** Put together outside the page's template: the hashes cover every character between the tags. */
const STYLE_ELEMENT = raw(`<style>${DOCS_STYLE}</style>`);
const SCRIPT_ELEMENT = raw(`<script type="module">${DOCS_SCRIPT}</script>`);

/** Swagger UI's style sheet draws its arrows from `data:` pictures. */
const CONTENT_SECURITY_POLICY = [
  `default-src 'none'`,
  `script-src 'self' ${hashSource(DOCS_SCRIPT)}`,
  `style-src 'self' ${hashSource(DOCS_STYLE)}`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

function hashSource(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}

/** The interactive documentation: Swagger UI over the OpenAPI document, with nothing loaded from elsewhere. */
export function renderDocsPage(site: { readonly websiteName: string; readonly apiPrefix: string }): DocsPage {
  const assets = docsAssetsPath(site.apiPrefix);
  const document = `${site.apiPrefix}/docs.json`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${site.websiteName} API</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${assets}/swagger-ui.css" />
        ${STYLE_ELEMENT}
      </head>
      <body>
        <div id="api" data-document="${document}"></div>
        <noscript
          >This page needs JavaScript. The OpenAPI document itself:
          <a href="${document}">${document}</a></noscript
        >
        <script src="${assets}/swagger-ui-bundle.js"></script>
        ${SCRIPT_ELEMENT}
      </body>
    </html>`;
  return { html: page.markup, contentSecurityPolicy: CONTENT_SECURITY_POLICY };
}
