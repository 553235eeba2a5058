import type { NavigationLink } from '../../generated/types/index.js';
import { html, type Html } from '../html.js';
import type { Drawing } from '../lib/answer.js';

/** A link to a page that the visitor may not see has no address, so it is no link. */
export function drawNavigationLink({ label, url }: NavigationLink, { address }: Drawing): Html {
  if (url == null) return html``;
  return html`<a href="${url}" ${url === address.path && html`aria-current="page"`}>${label}</a>`;
}
