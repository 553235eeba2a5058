// Generated from schemas/ by `cms generate`, which overwrites this file.

import { treeOf } from './page.js';
import { shareTree } from './share.js';
/** Returns the IRIs of the documents of an update. A draft also contains the IRI of its published version. */
function namedIn(update) {
    const isDraft = update._metadata?.publishable?.published === false;
    return isDraft ? Object.values(update).filter((value) => typeof value === 'string') : [update['@id']];
}
/** Creates the function that watches pages with the hub in their responses; `read` reads a page. */
export function createWatch(read) {
    return (path, changed, { initial, failed } = {}) => {
        let updates;
        let isOver = false;
        let tree = initial === undefined ? undefined : treeOf(initial);
        let asked = 0;
        const refresh = async () => {
            const number = (asked += 1);
            const present = await read(path);
            // The response to a later request is newer, even if it arrives first.
            if (isOver || number !== asked)
                return;
            follow(present.snapshot.hub);
            const next = shareTree(tree, present);
            if (next === tree)
                return;
            tree = next;
            changed(next);
        };
        // The next update repeats a failed read.
        const tryRefresh = () => void refresh().catch((error) => isOver || failed?.(error));
        const follow = (url, isFresh = false) => {
            if (updates !== undefined || url === undefined)
                return;
            let isKnown = isFresh;
            // EventSource reconnects automatically.
            const hub = new URL(url);
            hub.searchParams.append('match', '*');
            updates = new EventSource(hub, { withCredentials: true });
            updates.onopen = () => {
                // Updates may have been missed without a connection.
                if (!isKnown)
                    tryRefresh();
                isKnown = false;
            };
            updates.onmessage = ({ data }) => {
                if (namedIn(JSON.parse(data)).some((iri) => tree?.documents.has(iri)))
                    tryRefresh();
            };
        };
        if (initial?.hub === undefined)
            tryRefresh();
        else
            follow(initial.hub, true);
        return () => {
            isOver = true;
            updates?.close();
        };
    };
}
