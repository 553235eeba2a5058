import type { RoutableFacts } from '../routes/route-liveness.js';
import type { HeldComponent, ManifestTree, TreeGroup } from './manifest-tree.js';

/** A node of the manifest. It has exactly these two fields, because clients store nodes as received. */
export interface ManifestNode {
  readonly iri: string;
  readonly children: readonly ManifestNode[];
}

/** Data about records that depends on the caller. */
export interface ManifestView {
  iriOf(type: string, id: string): string;
  /** Returns the id of the component that this caller sees, or undefined if none is visible. */
  seen(held: HeldComponent): string | undefined;
  allows(allowed: unknown, type: string): boolean;
  /** Returns the route of an ancestor, or undefined if the caller may not know it. */
  routeOf(routable: RoutableFacts): string | undefined;
}

/** One rendering depth: a page data record with its template, or a page. */
export interface Depth {
  readonly routable: RoutableFacts;
  /** Route of the request; it becomes the root of the last depth. */
  readonly rootRoute: string | undefined;
}

/** One depth of a manifest. */
export interface ManifestDepth {
  readonly root: ManifestNode;
  /**
   * Value that a client sends in the `path` header for this depth: the route's IRI, or that of page data without a
   * route.
   */
  readonly viewedPath: string | undefined;
}

/** Builds the trees of all depths, root first (core.md section 15). Cost: linear in the number of nodes. */
export function buildDepths(
  depths: readonly Depth[],
  tree: ManifestTree,
  view: ManifestView,
): ManifestDepth[] {
  const layouts = new Set<string>();
  return depths.map((depth) => ({
    root: buildDepth(depth, { tree, view, layouts, seen: new Set() }),
    viewedPath: viewedPathOf(depth, view),
  }));
}

function viewedPathOf({ routable, rootRoute }: Depth, view: ManifestView): string | undefined {
  const { reference } = routable;
  const isPage = reference.type === 'Page';
  return (
    rootRoute ?? view.routeOf(routable) ?? (isPage ? undefined : view.iriOf(reference.type, reference.id))
  );
}

interface BuildScope {
  readonly tree: ManifestTree;
  readonly view: ManifestView;
  /** Layouts of outer depths, which are not repeated. */
  readonly layouts: Set<string>;
  /** IRIs that the depth already contains; each appears once. */
  readonly seen: Set<string>;
  /** Slots of the depth's page data record. */
  readonly slots?: ReadonlyMap<string, HeldComponent> | undefined;
}

function buildDepth({ routable, rootRoute }: Depth, scope: BuildScope): ManifestNode {
  const { reference } = routable;
  const inner: BuildScope = { ...scope, slots: scope.tree.slotsOf.get(reference.id) };
  if (rootRoute === undefined) return recordNode(routable, true, inner);
  inner.seen.add(rootRoute);
  return { iri: rootRoute, children: [recordNode(routable, false, inner)] };
}

function recordNode(routable: RoutableFacts, showsRoute: boolean, scope: BuildScope): ManifestNode {
  const { reference, templateId } = routable;
  const iri = scope.view.iriOf(reference.type, reference.id);
  scope.seen.add(iri);
  const route = showsRoute ? scope.view.routeOf(routable) : undefined;
  const leaf = route === undefined ? [] : once(route, scope, () => []);
  const content =
    reference.type === 'Page'
      ? pageContent(reference.id, scope)
      : templateId === null
        ? []
        : once(scope.view.iriOf('Page', templateId), scope, () => pageContent(templateId, scope));
  return { iri, children: [...leaf, ...content] };
}

function pageContent(id: string, scope: BuildScope): ManifestNode[] {
  return [...layoutNode(id, scope), ...groupNodes(scope.tree.groupsOf.get(id), scope)];
}

function layoutNode(page: string, scope: BuildScope): ManifestNode[] {
  const id = scope.tree.layoutOf.get(page);
  if (id === undefined || scope.layouts.has(id)) return [];
  scope.layouts.add(id);
  return once(scope.view.iriOf('Layout', id), scope, () => groupNodes(scope.tree.groupsOf.get(id), scope));
}

function groupNodes(groups: readonly TreeGroup[] | undefined, scope: BuildScope): ManifestNode[] {
  return (groups ?? []).flatMap((group) =>
    once(scope.view.iriOf('ComponentGroup', group.id), scope, () => positionNodes(group, scope)),
  );
}

/**
 * Builds the nodes of a group's positions. Leaves out positions whose component type the group does not allow, like
 * the group's document.
 */
function positionNodes(group: TreeGroup, scope: BuildScope): ManifestNode[] {
  const { tree, view, slots } = scope;
  return (tree.positionsOf.get(group.id) ?? []).flatMap(({ id, property, held }) => {
    if (held !== null && !view.allows(group.allowed, held.type)) return [];
    const resolved = property === null ? undefined : slots?.get(property);
    const isAllowed = resolved !== undefined && view.allows(group.allowed, resolved.type);
    return once(view.iriOf('ComponentPosition', id), scope, () => {
      const dynamic = isAllowed ? componentNode(resolved, scope) : undefined;
      return dynamic ?? (held === null ? [] : (componentNode(held, scope) ?? []));
    });
  });
}

/**
 * Builds the node of a component. Returns undefined if the caller sees none; a dynamic position then falls back to
 * its stored component.
 */
function componentNode(held: HeldComponent, scope: BuildScope): ManifestNode[] | undefined {
  const id = scope.view.seen(held);
  if (id === undefined) return undefined;
  return once(scope.view.iriOf(held.type, id), scope, () => groupNodes(scope.tree.groupsOf.get(id), scope));
}

/** Builds the node unless the depth already contains its IRI. This also ends cycles of nested groups. */
function once(iri: string, { seen }: BuildScope, children: () => ManifestNode[]): ManifestNode[] {
  if (seen.has(iri)) return [];
  seen.add(iri);
  return [{ iri, children: children() }];
}
