/** Updates an open page when its published content changes. The server renders the new version. */
import { createClient } from '../../generated/client/index.js';
import { addressOf, readPathOf } from '../lib/address';
import { refresh, sendFormsInPlace } from '../lib/browser-forms';

sendFormsInPlace();
const api = document.body.dataset['api'];
let isFirst = true;
if (api !== undefined)
  createClient({ baseUrl: api }).watch(readPathOf(addressOf(new URL(location.href))), () => {
    if (!isFirst) void draw();
    isFirst = false;
  });

async function draw(): Promise<void> {
  const answer = await fetch(location.href);
  // Failed requests are repeated with the next change.
  if (!answer.ok) return;
  const wanted = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const name of ['header', 'main', 'footer']) {
    const [shown, fresh] = [document.querySelector(name), wanted.querySelector(name)];
    if (shown !== null && fresh !== null) refresh(shown, fresh);
  }
}
