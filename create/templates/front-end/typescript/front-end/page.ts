import type { GroupNode, PageTree, PositionNode } from '../generated/client/index.js';
import { drawComponent } from './components/index.js';
import { html, type Html } from './lib/html.js';
import type { Drawing } from './lib/answer.js';
import { isDraft, isNamed } from './lib/page.js';
import { drawPageData } from './page-data.js';

export const drawPage = (tree: PageTree, drawing: Drawing): Html =>
  drawLayout(
    tree,
    drawing,
    html`${tree.depths.map((depth) => html`${drawPageData(depth)}${depth.groups.map((group) => drawGroup(group, drawing))}`)}`,
  );

/** Renders the layout groups around a page or notice: the menu at the top and the content at the bottom. */
export function drawLayout(tree: PageTree | undefined, drawing: Drawing, main: Html): Html {
  const layoutGroups = tree?.depths.flatMap(({ layoutGroups }) => layoutGroups) ?? [];
  return html`
    <header>
      <nav>
        ${layoutGroups.filter((group) => isNamed(group, 'navigation')).map((group) => drawGroup(group, drawing))}
      </nav>
    </header>
    <main>${main}</main>
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
