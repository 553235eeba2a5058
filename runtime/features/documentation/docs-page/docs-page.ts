import { createHash } from 'node:crypto';
import { docsAssetsPath } from './assets.js';
import { DOCS_SCRIPT, DOCS_STYLE } from './page-code.js';

/** Text that is already HTML; only `html` and `raw` make it, so a plain string is always escaped. */
interface Html {
  readonly markup: string;
}

type Part = string | number | Html | readonly Html[];

/** Markup or code of our own, printed as it is. */
const raw = (markup: string): Html => ({ markup });

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

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

/** Tagged template that escapes every plain value. */
function html(literals: TemplateStringsArray, ...values: readonly Part[]): Html {
  const markup = literals.map(
    (literal, index) => literal + (index < values.length ? print(values[index] ?? '') : ''),
  );
  return { markup: markup.join('') };
}

function print(value: Part): string {
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value));
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}
