import { lazy } from 'react';
import type { AdminModel } from '../api/model.js';
import type { Screen } from '../app/screen.js';
import type { Panel } from '../edit/panel.js';
import { submittedTypes } from './forms/stored.js';
import { hasFeature, isAdministrator, isSuperAdministrator } from './rights.js';

const forAdministrators =
  (feature: string) =>
  (model: AdminModel): boolean =>
    hasFeature(model, feature) && isAdministrator(model);

const group = 'administration';
const PARAMETER = 'SiteConfigParameter';

/** Screens for looking after a site. */
export const CARE_SCREENS: readonly Screen[] = [
  {
    group,
    path: 'forms',
    label: 'people.forms.title',
    isFor: (model) => submittedTypes(model).length > 0,
    Page: lazy(() => import('./forms/forms.js')),
  },
  {
    group,
    path: 'history',
    label: 'administration.history.site_title',
    isFor: forAdministrators('history'),
    Page: lazy(() => import('./history/site-history.js')),
  },
  {
    group,
    path: 'files',
    label: 'people.files.title',
    isFor: ({ types }) => types.some(({ files, may }) => files.length > 0 && may.list),
    Page: lazy(() => import('./files/files.js')),
  },
  {
    group,
    path: 'orphans',
    label: 'administration.orphans.title',
    isFor: forAdministrators('orphans'),
    Page: lazy(() => import('./orphans/orphans.js')),
  },
  {
    group,
    path: 'parameters',
    label: 'people.parameters.title',
    isFor: ({ types }) => types.some(({ name, may }) => name === PARAMETER && may.update),
    insteadOf: PARAMETER,
    Page: lazy(() => import('./site/parameters.js')),
  },
  {
    group,
    path: 'previews',
    label: 'administration.previews.title',
    // Whoever may make some is shown the pages to make them of.
    isFor: (model) => hasFeature(model, 'previews') && model.types.some(({ may }) => may.publish),
    Page: lazy(() => import('./site/previews.js')),
  },
  {
    group,
    path: 'webhooks',
    label: 'administration.webhooks.title',
    isFor: forAdministrators('webhooks'),
    Page: lazy(() => import('./machines/webhooks.js')),
  },
  {
    group,
    path: 'tokens',
    label: 'administration.tokens.title',
    isFor: (model) => hasFeature(model, 'access-tokens') && isSuperAdministrator(model),
    Page: lazy(() => import('./machines/access-tokens.js')),
  },
  {
    group,
    path: 'service',
    label: 'administration.service.title',
    isFor: forAdministrators('admin'),
    Page: lazy(() => import('./site/service.js')),
  },
  {
    group,
    path: 'account',
    label: 'administration.account.title',
    isFor: () => true,
    Page: lazy(() => import('./people/account.js')),
  },
];

/** Panels for looking after a record. */
export const CARE_PANELS: readonly Panel[] = [
  {
    name: 'user',
    label: 'administration.users.title',
    isFor: ({ name, may }) => name === 'User' && may.update,
    Content: lazy(() => import('./people/user-panel.js')),
  },
  {
    name: 'history',
    label: 'administration.history.title',
    isFor: ({ group: of, name }, model) => hasFeature(model, 'history') && of !== 'people' && name !== 'User',
    Content: lazy(() => import('./history/panel.js')),
  },
];
