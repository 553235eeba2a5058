import { lazy, type ComponentType } from 'react';
import type { AdminModel } from '../../api/model.js';
import type { Screen } from '../../ui/screen.js';
import type { MemberInputProps } from '../../form/member-input-props.js';
import type { Panel } from '../../form/panel.js';
import { submittedTypes } from './submissions/submission-types.js';
import { hasFeature, isAdministrator, isSuperAdministrator } from '../../session/rights.js';

const forAdministrators =
  (feature: string) =>
  (model: AdminModel): boolean =>
    hasFeature(model, feature) && isAdministrator(model);

const group = 'administration';
const PARAMETER = 'SiteConfigParameter';

/** Screens of the administration, in the order of the menu. */
export const ADMINISTRATION_SCREENS: readonly Screen[] = [
  {
    group,
    path: 'forms',
    label: 'people.forms.title',
    isFor: (model) => submittedTypes(model).length > 0,
    Page: lazy(() => import('./submissions/submission-routes.js')),
  },
  {
    group,
    path: 'history',
    label: 'administration.history.site_title',
    isFor: forAdministrators('history'),
    Page: lazy(() => import('./history/activity-log.js')),
  },
  {
    group,
    path: 'files',
    label: 'people.files.title',
    isFor: ({ types }) => types.some(({ files, may }) => files.length > 0 && may.list),
    Page: lazy(() => import('./media/media.js')),
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
    Page: lazy(() => import('./settings/site-settings.js')),
  },
  {
    group,
    path: 'previews',
    label: 'administration.previews.title',
    // Users that may create preview links may publish a type.
    isFor: (model) => hasFeature(model, 'previews') && model.types.some(({ may }) => may.publish),
    Page: lazy(() => import('./previews/preview-links.js')),
  },
  {
    group,
    path: 'webhooks',
    label: 'administration.webhooks.title',
    isFor: forAdministrators('webhooks'),
    Page: lazy(() => import('./integrations/webhooks.js')),
  },
  {
    group,
    path: 'tokens',
    label: 'administration.tokens.title',
    isFor: (model) => hasFeature(model, 'access-tokens') && isSuperAdministrator(model),
    Page: lazy(() => import('./integrations/access-tokens.js')),
  },
  {
    group,
    path: 'service',
    label: 'administration.service.title',
    isFor: forAdministrators('admin'),
    Page: lazy(() => import('./system/system-status.js')),
  },
  {
    group,
    path: 'account',
    label: 'administration.account.title',
    isFor: () => true,
    Page: lazy(() => import('./accounts/account.js')),
  },
];

/** Administration panels below the forms of records. */
export const ADMINISTRATION_PANELS: readonly Panel[] = [
  {
    name: 'user',
    label: 'administration.users.title',
    isFor: ({ name, may }) => name === 'User' && may.update,
    Content: lazy(() => import('./accounts/user-panel.js')),
  },
  {
    name: 'history',
    label: 'administration.history.title',
    isFor: ({ group: of, name }, model) => hasFeature(model, 'history') && of !== 'people' && name !== 'User',
    Content: lazy(() => import('./history/history-panel.js')),
  },
];

/** Inputs of single members, by type and member. */
export const ADMINISTRATION_INPUTS: Readonly<Record<string, ComponentType<MemberInputProps>>> = {
  'User.roles': lazy(() => import('./accounts/roles-input.js')),
};
