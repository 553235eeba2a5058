/** Updates an open page when its published content changes, with the functions that the server uses for rendering. */
import { createClient } from '../generated/client/index.js';
import { addressOf, readPathOf } from './lib/address.js';
import { refresh, sendFormsInPlace } from './lib/browser-forms.js';
import { drawPage } from './page.js';

sendFormsInPlace();
const api = document.querySelector<HTMLElement>('#site')?.dataset['api'];
const address = addressOf(new URL(location.href));
// A preview is not replaced by the published version.
if (api !== undefined && address.preview === undefined)
  createClient({ baseUrl: api }).watch(readPathOf(address), (tree) => {
    const next = document.createElement('template');
    next.innerHTML = drawPage(tree, { address }).text;
    for (const name of ['header', 'main', 'footer']) {
      const [shown, wanted] = [document.querySelector(name), next.content.querySelector(name)];
      if (shown !== null && wanted !== null) refresh(shown, wanted);
    }
  });
