/** Keeps an open page at what is published: when something of it changes, the server draws it anew. */
import { createClient } from '../../generated/client/index.js';

const api = document.body.dataset['api'];
let isFirst = true;
if (api !== undefined)
  createClient({ baseUrl: api }).watch(location.pathname, () => {
    if (!isFirst) void refresh();
    isFirst = false;
  });

async function refresh(): Promise<void> {
  const answer = await fetch(location.href);
  const wanted = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const name of ['header', 'main', 'footer']) {
    const [old, fresh] = [document.querySelector(name), wanted.querySelector(name)];
    if (old !== null && fresh !== null && old.innerHTML !== fresh.innerHTML) old.replaceWith(fresh);
  }
}
