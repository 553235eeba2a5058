// Generated from schemas/ by `cms generate`, which overwrites this file.

/** Builds the tree of a page from its documents. Omits nodes that the caller can't read. */
export function treeOf(snapshot) {
    const { resource_iris, documents: all } = snapshot;
    const documents = new Map(all.map((document) => [document['@id'], document]));
    const typed = (node, type) => documents.get(node.iri)?.['@type'] === type;
    const groupsOf = (nodes) => nodes
        .filter((node) => typed(node, 'ComponentGroup'))
        .map(({ iri, children }) => ({
        group: documents.get(iri),
        positions: children.filter((node) => typed(node, 'ComponentPosition')).map(positionOf),
    }));
    const positionOf = ({ iri, children }) => {
        const shown = children.find((node) => documents.has(node.iri));
        return {
            position: documents.get(iri),
            ...(shown === undefined ? {} : { component: documents.get(shown.iri) }),
            groups: groupsOf(shown?.children ?? []),
        };
    };
    const depthOf = (root) => {
        const route = [root, ...root.children].find((node) => typed(node, 'Route'));
        const record = route === root ? root.children[0] : root;
        const isPage = record !== undefined && typed(record, 'Page');
        const page = isPage ? record : record?.children.find((node) => typed(node, 'Page'));
        const layout = page?.children.find((node) => typed(node, 'Layout'));
        return {
            ...(route === undefined ? {} : { route: documents.get(route.iri) }),
            ...(page === undefined ? {} : { page: documents.get(page.iri) }),
            ...(isPage || record === undefined ? {} : { pageData: documents.get(record.iri) }),
            ...(layout === undefined ? {} : { layout: documents.get(layout.iri) }),
            layoutGroups: groupsOf(layout?.children ?? []),
            groups: groupsOf(page?.children ?? []),
        };
    };
    const depths = resource_iris.map(depthOf);
    const own = depths.at(-1)?.route;
    return {
        ...(own?.redirectPath === undefined ? {} : { redirectPath: own.redirectPath }),
        depths,
        documents,
        snapshot,
    };
}
