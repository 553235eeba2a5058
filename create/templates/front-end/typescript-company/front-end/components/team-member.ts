import type { TeamMember } from '../../generated/types/index.js';
import { html, type Html } from '../lib/html.js';
import { pictureOf } from '../lib/page.js';

export function drawTeamMember({ name, role, _metadata }: TeamMember): Html {
  const portrait = pictureOf(_metadata.mediaObjects?.portrait, 'thumbnail');
  return html`<section class="person">
    ${portrait && html`<img src="${portrait.contentUrl}" alt="" width="${portrait.width}" height="${portrait.height}" />`}
    <h2>${name}</h2>
    <p>${role}</p>
  </section>`;
}
