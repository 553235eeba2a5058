import { html, type Html } from './lib/html.js';
import type { Notice, NoticeField } from './lib/notices.js';

export interface DocumentOptions {
  readonly title: string;
  readonly description?: string;
  readonly apiUrl: string;
  /** Updates the open page when its content changes. */
  readonly isLive?: boolean;
}

/** Renders an HTML document with the body of a page. */
export function drawDocument(body: Html, { title, description, apiUrl, isLive }: DocumentOptions): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${description && html`<meta name="description" content="${description}" />`}
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
        <script type="module" src="/build/browser.js" ${isLive && html`data-api="${apiUrl}"`} id="site"></script>
      </head>
      <body>
        ${body}
      </body>
    </html>`.text;
}

export const drawNotice = ({ title, texts, error, form, links }: Notice): Html =>
  html`<h1>${title}</h1>
    ${texts.map((text) => html`<p>${text}</p>`)} ${error && html`<p class="error" role="alert">${error}</p>`}
    ${
      form &&
      html`<form class="fields" method="post">
        ${form.fields.map(drawField)}
        <div><button>${form.button}</button></div>
      </form>`
    }
    ${links.map(({ href, label }) => html`<p><a href="${href}">${label}</a></p>`)}`;

function drawField({ name, label, type, value = '', autocomplete }: NoticeField): Html {
  if (type === 'hidden') return html`<input type="hidden" name="${name}" value="${value}" />`;
  if (type === 'textarea')
    return html`<label>${label}<textarea name="${name}" rows="3">${value}</textarea></label>`;
  return html`<label
    >${label}<input name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" required
  /></label>`;
}
