import { createHash } from 'node:crypto';
import type { JsonObject } from '../../contract/json.js';
import type { DocumentationFacts } from '../../serializer/context-document.js';
import { DOCS_SCRIPT, DOCS_STYLE } from './docs-page-assets.js';
import { groupId, renderGroup } from './docs-page-operations.js';
import { renderSchemas } from './docs-page-schemas.js';
import { html, raw } from './html.js';
import type { Html } from './html.js';
import { asObject, listAt, readOperations, textAt } from './open-api-reader.js';
import type { DocumentedOperation } from './open-api-reader.js';

export interface DocsPage {
  readonly html: string;
  /** Lets the page run its own script and style and talk to its own API, nothing else. */
  readonly contentSecurityPolicy: string;
}

/** Put together outside the page's template: the hashes cover every character between the tags. */
const STYLE_ELEMENT = raw(`<style>${DOCS_STYLE}</style>`);
const SCRIPT_ELEMENT = raw(`<script type="module">${DOCS_SCRIPT}</script>`);

const CONTENT_SECURITY_POLICY = [
  `default-src 'none'`,
  `script-src ${hashSource(DOCS_SCRIPT)}`,
  `style-src ${hashSource(DOCS_STYLE)}`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

function hashSource(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}

/** The interactive documentation: one page, written from the OpenAPI document, with nothing loaded from elsewhere. */
export function renderDocsPage(
  openApi: JsonObject,
  { facts }: { readonly facts: DocumentationFacts },
): DocsPage {
  const groups = groupByTag(readOperations(openApi));
  const descriptions = tagDescriptions(openApi, facts);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${facts.websiteName} API</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        ${renderNavigation([...groups.keys()])}
        <main>
          ${renderHeading(facts)}
          ${[...groups].map(([tag, operations]) => renderGroup(tag, operations, descriptions.get(tag) ?? ''))}
          ${renderSchemas(openApi)}
        </main>
        ${SCRIPT_ELEMENT}
      </body>
    </html>`;
  return { html: page.markup, contentSecurityPolicy: CONTENT_SECURITY_POLICY };
}

function renderNavigation(tags: readonly string[]): Html {
  return html`<nav aria-label="Types">
    <label hidden><span>Find an operation</span><input id="find" type="search" autocomplete="off" /></label>
    <ul>
      ${tags.map((tag) => html`<li><a href="#${groupId(tag)}">${tag}</a></li>`)}
      <li><a href="#schemas">Schemas</a></li>
    </ul>
  </nav>`;
}

function renderHeading({ websiteName, version, apiPrefix }: DocumentationFacts): Html {
  const docs = `${apiPrefix}/docs`;
  return html`<h1>${websiteName} API</h1>
    <p class="quiet">Version ${version}</p>
    <p>
      Bodies are JSON-LD. The same documentation for machines:
      <a href="${docs}.json">OpenAPI</a>, <a href="${docs}.jsonld">Hydra</a>.
    </p>`;
}

function groupByTag(
  operations: readonly DocumentedOperation[],
): ReadonlyMap<string, readonly DocumentedOperation[]> {
  const groups = new Map<string, DocumentedOperation[]>();
  for (const operation of operations) {
    const group = groups.get(operation.tag);
    if (group === undefined) groups.set(operation.tag, [operation]);
    else group.push(operation);
  }
  return groups;
}

/** Descriptions of the types come from their schema files, those of other tags from the document. */
function tagDescriptions(
  openApi: JsonObject,
  { resources }: DocumentationFacts,
): ReadonlyMap<string, string> {
  const tags = listAt(openApi, 'tags').map(asObject);
  const generic = tags.map((tag) => [textAt(tag, 'name'), textAt(tag, 'description')] as const);
  const own = resources.flatMap(({ name, description }) =>
    description === undefined ? [] : [[name, description] as const],
  );
  return new Map([...generic, ...own]);
}
