import { createHash } from 'node:crypto';
import { contentSecurityPolicy } from '../../../kernel/util/http/content-security-policy.js';
import { docsAssetsPath } from './assets.js';
import { escapeHtml } from '../../../kernel/util/text/escape-html.js';

/**
 * Inline style of the documentation page around Swagger UI. The content security policy contains the hashes of style
 * and script.
 */
const DOCS_STYLE = `
:root { color-scheme: light; }
body { margin: 0; background: #fafafa; font: 16px/1.5 system-ui, sans-serif; }
.swagger-ui .info { margin: 2rem 0 1.5rem; }
.swagger-ui .scheme-container { padding: 1rem 0; }
.swagger-ui .filter .operation-filter-input { border-width: 1px; box-sizing: border-box; font: inherit; max-width: 40rem; width: 100%; }
.swagger-ui .opblock-summary-path, .swagger-ui .opblock-summary-description { overflow-wrap: anywhere; }
noscript, .missing { display: block; padding: 2rem 1.25rem; }
@media (max-width: 48rem) {
  .swagger-ui .wrapper { padding: 0 .75rem; }
  .swagger-ui .opblock-tag small { display: none; }
  .swagger-ui .opblock .opblock-summary-method { min-width: 4.2rem; padding: .4rem 0; }
  .swagger-ui .opblock .opblock-summary-path { max-width: none; font-size: .85rem; }
  .swagger-ui .opblock .opblock-summary-description { display: none; }
  .swagger-ui .opblock-body .opblock-section-header { flex-wrap: wrap; }
  .swagger-ui .parameters-container, .swagger-ui .responses-wrapper { overflow-x: auto; }
}
`;

/**
 * Starts Swagger UI with the OpenAPI document of the page. The filter of Swagger UI matches only tags; this one finds
 * operations by path, summary and tag. Signing in is a normal request whose cookie the following requests send.
 */
const DOCS_SCRIPT = `
const place = document.getElementById('api');
const wordsOf = (operation, tag) =>
  [tag, operation.get('path'), operation.get('method'), operation.getIn(['operation', 'summary']) || ''].join(' ').toLowerCase();
const findOperations = (tags, phrase) => {
  const wanted = phrase.toLowerCase().split(/\\s+/);
  return tags
    .map((group, tag) => group.set('operations', group.get('operations').filter((operation) => {
      const words = wordsOf(operation, tag);
      return wanted.every((word) => words.includes(word));
    })))
    .filter((group) => group.get('operations').size > 0);
};
// Opens the groups in which something is found: groups are closed until somebody looks for something.
const openWhatIsFound = (update, system) => (phrase) => {
  const action = update(phrase);
  if (phrase) {
    system.specSelectors.taggedOperations().forEach((group, tag) => {
      system.layoutActions.show(['operations-tag', tag], true);
    });
  }
  return action;
};
// The document names the public address; who opened the page under another one (127.0.0.1) means the same server.
const ofThisOrigin = (request) => {
  const { pathname, search } = new URL(request.url, location.href);
  request.url = location.origin + pathname + search;
  return request;
};
if (typeof SwaggerUIBundle === 'undefined') {
  place.className = 'missing';
  place.textContent = 'The documentation could not be loaded. The OpenAPI document itself: ' + place.dataset.document;
} else {
  SwaggerUIBundle({
    url: place.dataset.document,
    domNode: place,
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    filter: true,
    requestInterceptor: ofThisOrigin,
    validatorUrl: null,
    tryItOutEnabled: true,
    requestSnippetsEnabled: true,
    syntaxHighlight: { theme: 'nord' },
    plugins: [{
      fn: { opsFilter: findOperations },
      statePlugins: { layout: { wrapActions: { updateFilter: openWhatIsFound } } },
    }],
    onComplete() {
      const field = document.querySelector('.operation-filter-input');
      if (field) {
        field.placeholder = 'Find an operation by path, type or word';
        field.setAttribute('aria-label', field.placeholder);
      }
    },
  });
}
`;

/** Text that is already HTML. Only `html` and `raw` create it, so plain strings are always escaped. */
interface Html {
  readonly markup: string;
}

type Part = string | number | Html | readonly Html[];

/** Marks trusted markup or code, which is printed unchanged. */
const raw = (markup: string): Html => ({ markup });

export interface DocsPage {
  readonly html: string;
  /** Allows the page its own script and style and requests to its own API, nothing else. */
  readonly contentSecurityPolicy: string;
}

/** Built outside the page template, because the hashes cover every character between the tags. */
const STYLE_ELEMENT = raw(`<style>${DOCS_STYLE}</style>`);
const SCRIPT_ELEMENT = raw(`<script type="module">${DOCS_SCRIPT}</script>`);

/** The style sheet of Swagger UI draws arrows from `data:` images. */
const CONTENT_SECURITY_POLICY = contentSecurityPolicy({
  'script-src': [`'self'`, hashSource(DOCS_SCRIPT)],
  'style-src': [`'self'`, hashSource(DOCS_STYLE)],
  'img-src': [`'self'`, 'data:'],
  'connect-src': [`'self'`],
});

function hashSource(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}

/** Renders the interactive documentation: Swagger UI with the OpenAPI document, without external resources. */
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
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}
