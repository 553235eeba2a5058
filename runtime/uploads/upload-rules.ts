import type { TransactionSession } from '../contract/database.js';
import type { JsonValue } from '../contract/json.js';
import type { PendingWrite, WriteRule, WriteScope } from '../contract/operations.js';
import type { ResourceDescriptor, UploadField } from '../contract/resource.js';
import { decodeUploadText } from './decode-text.js';
import type { FileChanges } from './file-changes.js';
import { writeFileInfo } from './file-info.js';
import { compileFileRules } from './file-rules.js';
import type { FileRules } from './file-rules.js';
import type { IncomingFile, IncomingFiles } from './incoming-files.js';
import { isUploadable, uploadFieldsOf } from './upload-fields.js';

const TYPE_CODE = 'ba785a8c-82cb-4283-967c-3cf342181b40';

/** Reads upload fields of a body: a file, or `null` and `""` to remove it (components.md sections 4.2 and 4.7). */
export function createUploadRules(deps: {
  readonly incoming: IncomingFiles;
  readonly changes: FileChanges;
}): WriteRule {
  const rules = new WeakMap<UploadField, FileRules>();
  const rulesOf = (field: UploadField): FileRules => {
    let compiled = rules.get(field);
    if (compiled === undefined) rules.set(field, (compiled = compileFileRules(field)));
    return compiled;
  };
  const accepted = new WeakMap<TransactionSession, Map<string, IncomingFile>>();

  async function readField(field: UploadField, write: PendingWrite, scope: WriteScope): Promise<void> {
    const raw = write.body[field.name];
    if (raw === null || raw === '' || raw === undefined) {
      write.values[field.name] = null;
      return;
    }
    const file = await findFile(field, raw, write, scope);
    if (file === undefined) return;
    rulesOf(field)(write.violations, file.value, write.groups);
    write.values[field.name] = file.path;
    const files = accepted.get(scope.session) ?? new Map<string, IncomingFile>();
    accepted.set(scope.session, files.set(file.path, file));
  }

  async function findFile(
    field: UploadField,
    raw: JsonValue,
    { violations }: PendingWrite,
    scope: WriteScope,
  ): Promise<IncomingFile | undefined> {
    const refuse = (message: string, code: string | null): undefined => {
      violations.add({ propertyPath: field.name, message, code });
    };
    if (typeof raw !== 'string') return refuse('This value should be of type string.', TYPE_CODE);
    const announced = deps.incoming.find(raw);
    if (announced !== undefined) return announced;
    const decoded = decodeUploadText(raw);
    if (decoded.kind === 'problem') return refuse(decoded.message, null);
    const { bytes, extension } = decoded;
    const file = await deps.incoming.receive(field, { name: undefined, extension, content: oneChunk(bytes) });
    deps.changes.made(scope.session, file);
    return file;
  }

  return {
    name: 'uploads',
    appliesTo: isUploadable,
    async prepare(write, scope) {
      for (const field of uploadFieldsOf(write.resource)) {
        if (write.sent.has(field.name)) await readField(field, write, scope);
      }
    },
    async apply({ resource, after }, { session }) {
      const files = accepted.get(session);
      if (files === undefined) return;
      const infos = uploadFieldsOf(resource).flatMap(
        ({ name }) => files.get(String(after.values[name]))?.infos ?? [],
      );
      await writeFileInfo(session, infos);
    },
  };
}

export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const REQUIRED = 'A file must be uploaded for the `{{ property }}` field before publishing.';

/**
 * Adds "a file is required to publish" to a type's checks, so that soft and hard validation both know it
 * (components.md section 4.7).
 */
export function withRequiredFiles(resource: ResourceDescriptor): ResourceDescriptor {
  const required = uploadFieldsOf(resource).filter(({ requiredOnPublish }) => requiredOnPublish);
  const groups = resource.publishable?.validationGroups ?? [];
  if (required.length === 0 || groups.length === 0) return resource;
  return {
    ...resource,
    validate(value, context) {
      resource.validate(value, context);
      if (!groups.some((group) => context.groups.has(group))) return;
      for (const { name, requiredOnPublishMessage = REQUIRED } of required) {
        if (value[name] != null) continue;
        const message = requiredOnPublishMessage.replace(/\{\{\s*property\s*\}\}/g, name);
        context.violations.add({ propertyPath: name, message, code: null });
      }
    },
  };
}
