/** Keeps an open page at what is published: the server drew it, and the same functions draw it anew when something changes. */
import { createClient } from '../generated/client/index.js';
import { drawPage } from './page.js';

const script = document.querySelector<HTMLElement>('#live');
const path = location.pathname;
const client = createClient({ baseUrl: script?.dataset['api'] ?? '' });

client.watch(path, (tree) => {
  const next = document.createElement('template');
  next.innerHTML = drawPage(tree, { path, isSent: false }).text;
  for (const name of ['header', 'main', 'footer']) {
    const [shown, wanted] = [document.querySelector(name), next.content.querySelector(name)];
    if (shown !== null && wanted !== null) replaceChanged(shown, wanted);
  }
});

/** What did not change stays, and with it what somebody has typed into it. */
function replaceChanged(shown: Element, wanted: Element): void {
  const [old, fresh] = [[...shown.children], [...wanted.children]];
  if (old.length !== fresh.length) {
    shown.replaceChildren(...wanted.childNodes);
    return;
  }
  for (const [index, element] of fresh.entries())
    if (old[index]?.outerHTML !== element.outerHTML) old[index]?.replaceWith(element);
}
