import type { Actor } from '../../../kernel/contract/context.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import type { ReadDocument } from '../../../kernel/read-document.js';
import type { Publication } from '../../publishing/public-api.js';
import type { Subject } from '../webhook.js';

/**
 * Renders the `data` of an event as its reader sees it now. Undefined if the reader must not be notified. A record
 * that the reader could read before, but not now, is reduced to `@id` and `@type`.
 */
export type RenderEvent = (subject: Subject, reader: Actor) => Promise<JsonObject | undefined>;

export interface RenderEventDeps {
  readonly registry: ResourceRegistry;
  readonly publication: Pick<Publication, 'maySeeDrafts'>;
  readonly readDocument: ReadDocument;
}

export function createRenderEvent({ registry, publication, readDocument }: RenderEventDeps): RenderEvent {
  async function documentOf(
    { type, id }: { readonly type: string; readonly id: string },
    reader: Actor,
  ): Promise<JsonObject | undefined> {
    const resource = registry.require(type);
    const published = await readDocument(reader, { resource, id, isDraft: false });
    if (published !== undefined || resource.publishable === undefined) return published;
    if (!publication.maySeeDrafts(resource, reader)) return undefined;
    return readDocument(reader, { resource, id, isDraft: true });
  }

  async function record(
    subject: Extract<Subject, { kind: 'record' }>,
    reader: Actor,
  ): Promise<JsonObject | undefined> {
    const { type, iri } = subject;
    if (subject.isDraft && !publication.maySeeDrafts(registry.require(type), reader)) return undefined;
    const document = subject.isGone ? undefined : await documentOf(subject, reader);
    if (document !== undefined) return document;
    return subject.wasShown ? { '@id': iri, '@type': type } : undefined;
  }

  /** Renders a form submission, only if the reader may read the stored record. */
  async function submission(
    { form, formType, record: stored }: Extract<Subject, { kind: 'submission' }>,
    reader: Actor,
  ): Promise<JsonObject | undefined> {
    const shown = await documentOf(form, reader);
    if (shown === undefined) return undefined;
    const document = stored === null ? undefined : await documentOf(stored, reader);
    return {
      '@type': 'FormSubmission',
      formType,
      form: shown['@id'] ?? null,
      ...(document === undefined ? {} : { record: document }),
    };
  }

  return (subject, reader) =>
    subject.kind === 'record' ? record(subject, reader) : submission(subject, reader);
}
