import type { PathsObject } from 'openapi3-ts/oas31';
import type { ApiPart, Components, DescribeOperation } from '../../kernel/contract/http/api-part.js';
import { resourcesOf } from '../../kernel/contract/features/declared-feature.js';
import { provide } from '../../kernel/contract/features/feature-api.js';
import type { ApiResponse, Endpoint } from '../../kernel/contract/http/http.js';
import type { ResourceDescriptor } from '../../kernel/contract/schema/resource.js';
import { DatabaseUnavailable } from '../../kernel/errors/database-unavailable.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import type { Feature } from '../../kernel/feature.js';
import { manifestHash } from '../../kernel/metadata/manifest-hash.js';
import {
  documentedPath,
  type FeatureEndpoints,
  featurePaths,
} from '../../kernel/serializer/feature-paths.js';
import { once } from '../../kernel/util/async/once.js';
import { packageVersion } from '../../kernel/util/packages/package-root.js';
import { within } from '../../kernel/util/async/within.js';
import { createDocsAssetsMount } from './docs-page/assets.js';
import { createDocumentationEndpoints, type DocumentationDeps, printOpenApi } from './documentation.js';
import { OPEN_API } from './public-api.js';
import { DOCUMENTATION_SETTINGS } from './settings.js';

interface HealthDeps {
  /** Rejects if the database does not respond. */
  ping(): Promise<unknown>;
}

/** Timeout of the database check, shorter than the usual timeouts of probes, so that they receive a response. */
const PATIENCE_MS = 1_500;

const OK = { status: 'ok' };
const SILENT = new Error('The database did not respond');

export const apis = [OPEN_API];

export const create: CreateFeature = ({ configOf, registry, project, database, service }) => {
  const config = configOf(DOCUMENTATION_SETTINGS);
  const { manifest, openApi } = project;
  const release = `${packageVersion()}@${manifestHash(manifest).slice(0, 7)}`;
  // The endpoints of features are known after all features are created.
  const deps = once((): DocumentationDeps => {
    const { features, documented } = service();
    const all = documented();
    return {
      config,
      resources: registry.all,
      coreResources: features
        .flatMap((feature) => resourcesOf(feature, manifest.user))
        .map((resource) => documentResource(resource, features)),
      release,
      parts: [openApi, partOfFeatures(all)],
      tags: all.flatMap(({ tag }) => tag ?? []),
      contexts: joined(all.map(({ contexts }) => contexts)),
      describeOperation: createDescribeOperation(features, all),
    };
  });
  const ping = () => database.all('select 1 as alive');
  return {
    provides: [provide(OPEN_API, () => printOpenApi(deps()))],
    endpoints: () => [...createHealthEndpoints({ ping }), ...createDocumentationEndpoints(config, deps)],
    http: { mounts: [createDocsAssetsMount(config.apiPrefix)] },
  };
};

/** Describes a resource with the additions of all features, enabled or not. */
function documentResource(resource: ResourceDescriptor, features: readonly Feature[]): ResourceDescriptor {
  return features.reduce((known, feature) => feature.documentation?.describe?.(known) ?? known, resource);
}

/** Combines the documentation of features. Each feature is responsible for the format of its operations. */
function partOfFeatures(documented: readonly FeatureEndpoints[]): ApiPart {
  const components = {
    parameters: joined(documented.map(({ parameters }) => parameters)),
    responses: joined(documented.map(({ responses }) => responses)),
    schemas: joined(
      documented.flatMap(({ schemas, endpoints }) => [schemas, ...endpoints.map((one) => one.schemas ?? {})]),
    ),
  } as unknown as Components;
  return { paths: featurePaths(documented) as PathsObject, components };
}

const joined = <Value>(parts: readonly Readonly<Record<string, Value>>[]): Readonly<Record<string, Value>> =>
  Object.fromEntries(parts.flatMap((part) => Object.entries(part)));

/**
 * Applies the additions of all features to an operation. Authentication is taken from the feature's endpoint, because
 * the document does not contain it.
 */
function createDescribeOperation(
  features: readonly Feature[],
  documented: readonly FeatureEndpoints[],
): DescribeOperation {
  const hooks = features.flatMap(({ documentation }) => documentation?.describeOperation ?? []);
  const kept = documented.flatMap(({ endpoints }) =>
    endpoints.map((one) => [`${one.method} ${documentedPath(one)}`, one] as const),
  );
  const known = new Map(kept);
  return (operation, endpoint) => {
    const { authentication } = known.get(`${endpoint.method} ${endpoint.path}`) ?? {};
    const whole = { ...endpoint, ...(authentication === undefined ? {} : { authentication }) };
    return hooks.reduce((described, hook) => hook(described, whole), operation);
  };
}

/**
 * Creates the health checks. `/_/health` returns 200 if the database responds within `PATIENCE_MS`, otherwise 503.
 * `/_/health/live` returns 200 while the process responds. Both need no account, return plain JSON for any `Accept`
 * header, and are never cached (contract decision 70).
 */
export function createHealthEndpoints({ ping }: HealthDeps): readonly Endpoint[] {
  // Probes share one statement, because each would hold a connection while the database does not respond.
  let running: Promise<unknown> | undefined;
  const answered = (): Promise<unknown> => {
    running ??= ping().finally(() => (running = undefined));
    return within(PATIENCE_MS, running, () => new DatabaseUnavailable('away', SILENT));
  };
  const shared = { method: 'GET', authentication: 'none', produces: ['*/*'] } as const;
  return [
    {
      ...shared,
      pattern: '/_/health',
      async handle({ context }) {
        try {
          await answered();
        } catch (err) {
          // An outage is logged once rather than by each probe.
          if (!(err instanceof DatabaseUnavailable))
            context.log.warn({ msg: 'health check of the database failed', err });
          return answer(503, { status: 'unavailable', reason: 'database' });
        }
        return answer(200, OK);
      },
    },
    { ...shared, pattern: '/_/health/live', handle: () => Promise.resolve(answer(200, OK)) },
  ];
}

function answer(status: number, body: object): ApiResponse {
  const headers = status === 503 ? { 'Retry-After': '5' } : {};
  return {
    status,
    content: JSON.stringify(body),
    contentType: 'application/json',
    headers,
    cache: 'private',
  };
}
