import { client, resourceOf, type ApiDocument } from '../../api/client.js';
import type { AdminType } from '../../api/model.js';
import { publicationOf, stateOf, type State } from '../../api/publication.js';
import { iriOf, targetOf, type AdminRecord } from '../../api/records.js';

/** State of a record, and whether a version of it is public. */
interface Standing {
  readonly state: State;
  readonly isPublic: boolean;
}

/** Publication step that is available in certain states. */
export interface Step {
  readonly label: string;
  readonly done: string;
  isFor(standing: Standing): boolean;
  /**
   * Runs the step.
   * @returns IRI of the resulting record
   */
  run(type: AdminType, record: AdminRecord): Promise<string>;
}

/** Returns the IRI of the published version. A draft of a published record has its own IRI. */
export const publishedIri = (type: AdminType, record: AdminRecord): string =>
  publicationOf(type, record).published ?? iriOf(type, record.id);

/** Reads the published version of a record. */
export const readPublished = (type: AdminType, record: AdminRecord): Promise<ApiDocument> =>
  client.get(resourceOf(type), publishedIri(type, record), { published: true });

/** Publishes a record now or at a later time. */
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

/**
 * Returns the available steps. A scheduled draft of a published record can be discarded, and the published version
 * unpublished.
 */
export function stepsFor(type: AdminType, record: AdminRecord): readonly Step[] {
  const state = stateOf(type, record, new Date());
  const isPublic = state === 'published' || publicationOf(type, record).published !== undefined;
  return STEPS.filter(({ isFor }) => isFor({ state, isPublic }));
}
