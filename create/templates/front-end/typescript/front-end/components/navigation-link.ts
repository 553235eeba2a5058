import type { NavigationLink } from '../../generated/types/index.js';
import { html, type Html } from '../lib/html.js';
import type { Drawing } from '../lib/answer.js';

/** Renders a link, or nothing if the target has no URL because the visitor can't see it. */
export function drawNavigationLink({ label, url }: NavigationLink, { address }: Drawing): Html {
  if (url == null) return html``;
  return html`<a href="${url}" ${url === address.path && html`aria-current="page"`}>${label}</a>`;
}
