import { accessTokens } from './features/access-tokens/definition.js';
import { accounts } from './features/accounts/definition.js';
import { admin } from './features/admin/definition.js';
import { batches } from './features/batches/definition.js';
import { bulk } from './features/bulk/definition.js';
import { caching } from './features/caching/definition.js';
import { collections } from './features/collections/definition.js';
import { computedMembers } from './features/computed-members/definition.js';
import { documentation } from './features/documentation/definition.js';
import { duplication } from './features/duplication/definition.js';
import { forms } from './features/forms/definition.js';
import { history } from './features/history/definition.js';
import { html } from './features/html/definition.js';
import { idempotency } from './features/idempotency/definition.js';
import { metrics } from './features/metrics/definition.js';
import { openidConnect } from './features/openid-connect/definition.js';
import { orphans } from './features/orphans/definition.js';
import { pages } from './features/pages/definition.js';
import { placement } from './features/placement/definition.js';
import { drafts, publishing } from './features/publishing/definition.js';
import { previews } from './features/previews/definition.js';
import { realtime } from './features/realtime/definition.js';
import { secondFactors } from './features/second-factors/definition.js';
import { security } from './features/security/definition.js';
import { siteConfig } from './features/site-config/definition.js';
import { traces } from './features/traces/definition.js';
import { uploads } from './features/uploads/definition.js';
import { webhooks } from './features/webhooks/definition.js';
import type { DeclaredFeature } from './kernel/contract/features/declared-feature.js';

/** Functions and types for project code of a feature, defined in its folder. */
export {
  BulkError,
  IMPORT_FORMATS,
  type ImportedRecord,
  type ImportFormat,
  type ImportRequest,
  type ImportSite,
  type ImportSummary,
  type ImportText,
} from './features/bulk/definition.js';
export {
  defineForm,
  SubmittedFile,
  type DataOf,
  type FormCode,
  type RegisteredFormHandler,
  type SubmissionCheck,
  type SubmittedData,
  type TypedFormType,
} from './features/forms/definition.js';

/**
 * Features of the service, in the order in which they run. Only this list names them: a feature is its folder, its
 * import and its line here. The configuration consists of their settings.
 *
 * @example
 * const names = FEATURES.map(({ name }) => name);
 */
export const FEATURES = [
  security,
  drafts,
  accounts,
  secondFactors,
  accessTokens,
  siteConfig,
  html,
  pages,
  placement,
  uploads,
  publishing,
  computedMembers,
  collections,
  forms,
  documentation,
  orphans,
  history,
  previews,
  batches,
  bulk,
  duplication,
  idempotency,
  openidConnect,
  caching,
  realtime,
  webhooks,
  admin,
  metrics,
  traces,
] as const satisfies readonly DeclaredFeature[];

/**
 * Returns all features of a service in order: built-in ones, those of the project, and finally those with `actsLast`.
 *
 * @example
 * const features = withFeatures([{ name: 'bookings', load: () => import('./bookings.js') }]);
 */
export function withFeatures(ofProject: readonly DeclaredFeature[]): readonly DeclaredFeature[] {
  const all: readonly DeclaredFeature[] = [...FEATURES, ...ofProject];
  const isLast = ({ actsLast }: DeclaredFeature): boolean => actsLast === true;
  return [...all.filter((feature) => !isLast(feature)), ...all.filter(isLast)];
}
