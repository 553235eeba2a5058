import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { loadExtensions } from './session/loaded-extensions.js';
import { NONCE } from './api/page-settings.js';
import { createI18nProvider } from './i18n/i18n.js';

const styles = createCache({ key: 'css', nonce: NONCE, prepend: true });
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element for the admin.');

// Extensions add messages to the translations.
await loadExtensions();
createRoot(root).render(
  <CacheProvider value={styles}>
    <App i18nProvider={await createI18nProvider()} />
  </CacheProvider>,
);
