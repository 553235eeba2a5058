/** Style and script of the documentation page around Swagger UI. They are inlined, and the page's policy names their hashes. */
export const DOCS_STYLE = `
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
 * Starts Swagger UI on the document that the page names. Its own filter looks at tags only; this one finds operations
 * by path, summary and tag. Sign-in is a request like the others: the cookie that it sets goes with those that follow.
 */
export const DOCS_SCRIPT = `
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
