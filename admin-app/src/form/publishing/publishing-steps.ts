import { client, resourceOf, type ApiDocument } from '../../api/client.js';
import type { AdminType } from '../../api/model.js';
import { publicationOf, stateOf, type State } from '../../api/publication.js';
import { iriOf, targetOf, type AdminRecord } from '../../api/records.js';

/** Where a record stands, and whether visitors see a version of it already. */
interface Standing {
  readonly state: State;
  readonly isPublic: boolean;
}

/** What can be done about where a record stands. */
export interface Step {
  readonly label: string;
  readonly done: string;
  isFor(standing: Standing): boolean;
  /** @returns the address of what is there afterwards */
  run(type: AdminType, record: AdminRecord): Promise<string>;
}

/** The address of what visitors see: a draft of something published has one of its own. */
export const publishedIri = (type: AdminType, record: AdminRecord): string =>
  publicationOf(type, record).published ?? iriOf(type, record.id);

/** The published version of a record, which has a version of its own. */
export const readPublished = (type: AdminType, record: AdminRecord): Promise<ApiDocument> =>
  client.get(resourceOf(type), publishedIri(type, record), { published: true });

/** Publishes, now or at a moment to come. */
export const publishAt = async (type: AdminType, record: AdminRecord, at?: Date): Promise<string> =>
  (await client.publish(resourceOf(type), targetOf(type, record), at))['@id'];

const STEPS: readonly Step[] = [
  {
    label: 'admin.publish',
    done: 'admin.published',
    isFor: ({ state }) => state !== 'published',
    run: publishAt,
  },
  {
    label: 'admin.unpublish',
    done: 'admin.unpublished',
    isFor: ({ isPublic }) => isPublic,
    run: async (type, record) =>
      (await client.unpublish(resourceOf(type), await readPublished(type, record)))['@id'],
  },
  {
    label: 'content.publishing.unschedule',
    done: 'content.publishing.unscheduled',
    isFor: ({ state }) => state === 'scheduled',
    run: async (type, record) =>
      (
        await client.update(resourceOf(type), targetOf(type, record), {
          [type.publishable?.field ?? '']: null,
        })
      )['@id'],
  },
  {
    label: 'admin.discard',
    done: 'admin.discarded',
    isFor: ({ state, isPublic }) => state !== 'published' && isPublic,
    async run(type, record) {
      await client.delete(resourceOf(type), targetOf(type, record));
      return publishedIri(type, record);
    },
  },
];

/** A draft that waits for its moment beside a published version can be discarded, and that version taken offline. */
export function stepsFor(type: AdminType, record: AdminRecord): readonly Step[] {
  const state = stateOf(type, record, new Date());
  const isPublic = state === 'published' || publicationOf(type, record).published !== undefined;
  return STEPS.filter(({ isFor }) => isFor({ state, isPublic }));
}
