import { ACCOUNTS_SETTINGS } from '../features/accounts/settings.js';
import { COLLECTIONS_SETTINGS } from '../features/collections/settings.js';
import { DOCUMENTATION_SETTINGS } from '../features/documentation/settings.js';
import { FORMS_SETTINGS } from '../features/forms/settings.js';
import { HTTP_CACHE_SETTINGS } from '../features/http-cache/settings.js';
import { ORPHANS_SETTINGS } from '../features/orphans/settings.js';
import { PAGES_SETTINGS } from '../features/pages/settings.js';
import { PUBLISHING_SETTINGS } from '../features/publishing/settings.js';
import { REALTIME_SETTINGS } from '../features/realtime/settings.js';
import { UPLOADS_SETTINGS } from '../features/uploads/settings.js';
import { DEPLOYMENT_SETTINGS } from './deployment-settings.js';
import { API_SETTINGS } from './settings.js';

/** Everything that can be configured, in the order in which problems are told and documents list it. */
export const ALL_SETTINGS = [
  DEPLOYMENT_SETTINGS,
  API_SETTINGS,
  DOCUMENTATION_SETTINGS,
  FORMS_SETTINGS,
  COLLECTIONS_SETTINGS,
  PAGES_SETTINGS,
  HTTP_CACHE_SETTINGS,
  UPLOADS_SETTINGS,
  ACCOUNTS_SETTINGS,
  REALTIME_SETTINGS,
  ORPHANS_SETTINGS,
  PUBLISHING_SETTINGS,
] as const;
