import type { JsonObject } from '../../contract/json.js';
import { renderType } from './docs-page-schemas.js';
import { html, NOTHING } from './html.js';
import type { Html } from './html.js';
import { asObject, objectAt, textAt } from './open-api-reader.js';
import type { DocumentedOperation } from './open-api-reader.js';

/** All operations of one tag, each collapsed to a line. */
export function renderGroup(
  tag: string,
  operations: readonly DocumentedOperation[],
  description: string,
): Html {
  return html`<section id="${groupId(tag)}" class="group">
    <h2>${tag}</h2>
    ${description === '' ? NOTHING : html`<p class="quiet">${description}</p>`}
    ${operations.map(renderOperation)}
  </section>`;
}

export const groupId = (tag: string): string => `tag-${tag.replace(/[^A-Za-z0-9_-]/g, '-')}`;

function renderOperation(operation: DocumentedOperation): Html {
  const { method, path, summary, description, deprecated } = operation;
  return html`<details
    class="operation ${method.toLowerCase()}"
    data-find="${`${method} ${path} ${summary}`.toLowerCase()}"
  >
    <summary>
      <span class="method">${method}</span> <code class="path">${path}</code>
      <span class="quiet">${summary}</span
      >${deprecated ? html` <span class="required">deprecated</span>` : NOTHING}
    </summary>
    <div class="content">
      ${description === '' ? NOTHING : html`<p>${description}</p>`} ${renderParameters(operation)}
      ${renderBody(operation)} ${renderResponses(operation)}
      ${method === 'GET' ? renderTryIt(operation) : NOTHING}
    </div>
  </details>`;
}

function renderParameters({ parameters }: DocumentedOperation): Html {
  if (parameters.length === 0) return NOTHING;
  const rows = parameters.map(
    (parameter) =>
      html`<tr>
        <td>
          <code>${textAt(parameter, 'name')}</code>${
            parameter['required'] === true ? html` <span class="required">required</span>` : NOTHING
          }
        </td>
        <td>${textAt(parameter, 'in')}</td>
        <td>${renderType(objectAt(parameter, 'schema'))}</td>
        <td>${textAt(parameter, 'description')}</td>
      </tr>`,
  );
  return html`<h4>Parameters</h4>
    <table>
      <thead>
        <tr>
          <th>Name</th>
          <th>In</th>
          <th>Type</th>
          <th>Notes</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

function renderBody({ body }: DocumentedOperation): Html {
  const types = Object.entries(body);
  if (types.length === 0) return NOTHING;
  return html`<h4>Request body</h4>
    <ul>
      ${types.map(([type, media]) => renderMedia(type, asObject(media)))}
    </ul>`;
}

const renderMedia = (type: string, media: JsonObject): Html =>
  html`<li><code>${type}</code>: ${renderType(objectAt(media, 'schema'))}</li>`;

function renderResponses({ responses }: DocumentedOperation): Html {
  const statuses = Object.entries(responses);
  if (statuses.length === 0) return NOTHING;
  const rows = statuses.map(([status, value]) => {
    const response = asObject(value);
    const [media] = Object.values(objectAt(response, 'content'));
    const type = media === undefined ? NOTHING : renderType(objectAt(asObject(media), 'schema'));
    return html`<tr>
      <td><code>${status}</code></td>
      <td>${textAt(response, 'description')}</td>
      <td>${type}</td>
    </tr>`;
  });
  return html`<h4>Answers</h4>
    <table>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

const TRIED = new Set(['path', 'query', 'header']);

/** A form that the page's script sends; without the script it does nothing. */
function renderTryIt({ path, parameters }: DocumentedOperation): Html {
  const fields = parameters
    .filter((parameter) => TRIED.has(textAt(parameter, 'in')))
    .map((parameter) => {
      const required =
        parameter['required'] === true || textAt(parameter, 'in') === 'path' ? html` required` : NOTHING;
      return html`<label
        ><span>${textAt(parameter, 'name')}</span
        ><input
          name="${textAt(parameter, 'name')}"
          data-in="${textAt(parameter, 'in')}"
          autocomplete="off"
          ${required}
      /></label>`;
    });
  return html`<form class="try" data-path="${path}">
    <h4>Try it</h4>
    <div class="fields">${fields}</div>
    <button type="submit">Send request</button>
    <output></output>
    <pre tabindex="0" hidden></pre>
  </form>`;
}
