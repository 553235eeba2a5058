// Generated from schemas/ by `cms generate`, which overwrites this file.

import { treeOf } from './page.js';
import { shareTree } from './share.js';
/** Addresses of the documents that an update is about: a draft names what it is a draft of, under a name of its type. */
function namedIn(update) {
    const isDraft = update._metadata?.publishable?.published === false;
    return isDraft ? Object.values(update).filter((value) => typeof value === 'string') : [update['@id']];
}
/** Makes what follows pages by the hub that their answers name; `read` reads one. */
export function createWatch(read) {
    return (path, changed, { initial, failed } = {}) => {
        let updates;
        let isOver = false;
        let tree = initial === undefined ? undefined : treeOf(initial);
        let asked = 0;
        const refresh = async () => {
            const number = (asked += 1);
            const present = await read(path);
            // An answer that was asked for later is the newer one, even when it comes first.
            if (isOver || number !== asked)
                return;
            follow(present.snapshot.hub);
            const next = shareTree(tree, present);
            if (next === tree)
                return;
            tree = next;
            changed(next);
        };
        // What cannot be read now is read again with the next update.
        const tryRefresh = () => void refresh().catch((error) => isOver || failed?.(error));
        const follow = (url, isFresh = false) => {
            if (updates !== undefined || url === undefined)
                return;
            let isKnown = isFresh;
            // It connects again by itself.
            const hub = new URL(url);
            hub.searchParams.append('match', '*');
            updates = new EventSource(hub, { withCredentials: true });
            updates.onopen = () => {
                // Nothing was heard while there was no connection.
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
