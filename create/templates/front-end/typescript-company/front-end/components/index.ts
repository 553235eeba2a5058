import { html, type Html } from '../lib/html.js';
import type { Drawing } from '../lib/answer.js';
import { tellUnknown, type Component } from '../lib/page.js';
import { drawCollection } from './collection.js';
import { drawForm } from './form.js';
import { drawHtmlContent } from './html-content.js';
import { drawImage } from './image.js';
import { drawNavigationLink } from './navigation-link.js';
import { drawTeamMember } from './team-member.js';
import { drawTitle } from './title.js';

/** Renders a component, or nothing if its type has no view. */
export function drawComponent(component: Component, drawing: Drawing): Html {
  switch (component['@type']) {
    case 'Title':
      return drawTitle(component);
    case 'HtmlContent':
      return drawHtmlContent(component);
    case 'Image':
      return drawImage(component);
    case 'NavigationLink':
      return drawNavigationLink(component, drawing);
    case 'TeamMember':
      return drawTeamMember(component);
    case 'Collection':
      return drawCollection(component, drawing);
    case 'Form':
      return drawForm(component, drawing);
    default:
      tellUnknown((component as Component)['@type']);
      return html``;
  }
}
