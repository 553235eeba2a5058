import type { ReactElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { FormList } from './form-list.js';
import { OneSubmission } from './one-submission.js';
import { Submissions } from './submissions.js';

/** The forms of the site, what was sent by each, and one of those. */
export default function Forms(): ReactElement {
  return (
    <Routes>
      <Route index element={<FormList />} />
      <Route path=":type" element={<Submissions />} />
      <Route path=":type/:id" element={<OneSubmission />} />
    </Routes>
  );
}
