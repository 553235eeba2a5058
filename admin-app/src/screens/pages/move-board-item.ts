import { client, type ApiDocument } from '../../api/client.js';
import type { BoardItem } from './board.js';

/** Thrown if someone else has moved the position. */
export class MovedElsewhere extends Error {}

/** Moves a position, unless it was moved since it was read. */
export async function moveBoardItem(
  shown: BoardItem,
  to: { readonly componentGroup: string; readonly sortValue: number },
): Promise<void> {
  const before = shown.position as ApiDocument;
  const present = await client.request<ApiDocument>('GET', before['@id']);
  const isSame = ['componentGroup', 'sortValue'].every((member) => present[member] === before[member]);
  if (!isSame) throw new MovedElsewhere('pages.moved_elsewhere');
  await client.request('PATCH', present, {
    headers: { 'content-type': 'application/merge-patch+json' },
    body: to,
  });
}
