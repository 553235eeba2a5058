import type { GroupNode, PageTree, PositionNode } from '../generated/client/index.js';
import type { Form } from '../generated/types/index.js';
import { drawComponent } from './components/index.js';
import { html, type Html } from './html.js';
import { isDraft, isNamed } from './lib/page.js';
import { drawPageData } from './page-data.js';

/** What is drawn besides the page itself. */
export interface Drawing {
  readonly path: string;
  /** The form that was just sent, with what is wrong with it. */
  readonly refused?: Form | undefined;
  /** A form of the page was just sent, and nothing is wrong with it. */
  readonly isSent: boolean;
  /** The page is shown by a preview link. */
  readonly isPreview?: boolean;
}

/** The groups of the layout around the page: the menu above and what stands below every page. */
export function drawPage({ depths }: PageTree, drawing: Drawing): Html {
  const layoutGroups = depths.flatMap(({ layoutGroups }) => layoutGroups);
  return html`
    <header>
      <nav>
        ${layoutGroups.filter((group) => isNamed(group, 'navigation')).map((group) => drawGroup(group, drawing))}
      </nav>
    </header>
    <main>
      ${depths.map((depth) => html`${drawPageData(depth)}${depth.groups.map((group) => drawGroup(group, drawing))}`)}
    </main>
    <footer>
      ${layoutGroups.filter((group) => isNamed(group, 'footer')).map((group) => drawGroup(group, drawing))}
    </footer>
  `;
}

const drawGroup = ({ positions }: GroupNode, drawing: Drawing): Html =>
  html`${positions.map((position) => drawPosition(position, drawing))}`;

function drawPosition({ component, groups }: PositionNode, drawing: Drawing): Html {
  if (component === undefined) return html``;
  const inner = html`${drawComponent(component, drawing)}${groups.map((group) => drawGroup(group, drawing))}`;
  return isDraft(component) ? html`<div class="draft">${inner}</div>` : inner;
}
