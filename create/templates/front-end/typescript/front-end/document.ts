import { html, type Html } from './html.js';

export interface DocumentOptions {
  readonly title: string;
  readonly description?: string;
  readonly apiUrl: string;
  /** Follows changes while it is open. */
  readonly isLive?: boolean;
}

/** A whole HTML document around the body of a page. */
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
        ${isLive && html`<script type="module" src="/build/browser.js" data-api="${apiUrl}" id="live"></script>`}
      </head>
      <body>
        ${body}
      </body>
    </html>`.text;
}

/** A page of the front end itself: it stands in for one that cannot be shown. */
export const drawNotice = (title: string, text: Html): Html => html`
  <main>
    <h1>${title}</h1>
    ${text}
    <p><a href="/">To the home page</a></p>
  </main>
`;

/** @param to path that the visitor wanted to see @param error why the last attempt did not work */
export const drawSignIn = (to: string, error?: string): Html => html`
  <main>
    <h1>Sign in</h1>
    <form class="fields" method="post" action="/sign-in">
      <input type="hidden" name="to" value="${to}" />
      <label>Name<input name="username" autocomplete="username" required /></label>
      <label
        >Password<input name="password" type="password" autocomplete="current-password" required
      /></label>
      ${error !== undefined && html`<p class="error" role="alert">${error}</p>`}
      <div><button>Sign in</button></div>
    </form>
  </main>
`;
