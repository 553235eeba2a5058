import type { TestApp } from '../../support/test-app.js';
import type { ContentById } from './dump-content.js';

/** Returns addresses that visitors read, some as viewed from a page. */
export function addressesOf(
  content: ContentById,
  { app }: Pick<TestApp, 'app'>,
): readonly (readonly [url: string, path?: string])[] {
  const { registry, iris } = app;
  const lists = registry.all
    .filter((resource) => resource.operations.includes('collection'))
    .map((resource) => [iris.collection(resource)] as const);
  const routes = [...content.values()].filter(({ type }) => type === 'Route');
  const paths = routes.map(({ values }) => String(values.get('path')).replaceAll('"', ''));
  const items = [...content.values()].flatMap(({ type, id }) => {
    const resource = registry.get(type);
    if (resource === undefined || type === 'User') return [];
    const url = iris.item(resource, id);
    return type === 'ComponentPosition'
      ? [[url] as const, ...paths.slice(0, 2).map((path) => [url, path] as const)]
      : [[url] as const];
  });
  const manifests = paths.flatMap((path) => {
    const url = `/_api/_/resource_manifest/${path}`;
    return [[url] as const, [`${url}?embed=documents`] as const];
  });
  return [...lists, ...items, ...manifests];
}
