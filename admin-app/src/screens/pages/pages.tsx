import { lazy, type ReactElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { TreePage } from './tree-page.js';

const PageScreen = lazy(() => import('./page-screen.js'));

/** The pages of the site, and each of them. */
export default function Pages(): ReactElement {
  return (
    <Routes>
      <Route index element={<TreePage />} />
      <Route path=":type/:id" element={<PageScreen />} />
    </Routes>
  );
}
