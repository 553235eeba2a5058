import type { JsonValue } from '../../../kernel/contract/json.js';
import type { PendingWrite, WriteRule, WriteScope } from '../../../kernel/contract/records/writes.js';
import type { ResourceDescriptor, UploadField } from '../../../kernel/contract/schema/resource.js';
import { VIOLATION_CODES } from '../../../kernel/contract/records/violation-codes.js';
import { InternalError } from '../../../kernel/errors/internal-error.js';
import { decodeUploadText } from './decode-text.js';
import type { FileFacts } from './file-facts.js';
import { writeFileInfo } from '../storage/file-info.js';
import type { IncomingFile, IncomingFiles } from './incoming-files.js';
import { isUploadable, uploadFieldsOf } from './upload-fields.js';
import { messageOf } from '../../../kernel/util/text/message-text.js';
import { violationAt } from '../../../kernel/validation/violation-at.js';
import type { MessageText } from '../../../kernel/contract/message.js';
import { wrongType } from '../../../kernel/validation/wrong-type.js';

const UNREADABLE = 'This file cannot be read. Send another one.';

/**
 * Reads the upload fields of a body: a file, or `null` and `""` to remove it (components.md sections 4.2 and 4.7).
 * The file checks validate them after all rules have chosen the validation groups.
 */
export function createUploadRules(deps: {
  readonly incoming: Pick<IncomingFiles, 'find'>;
  readonly facts: FileFacts;
}): WriteRule {
  const { facts } = deps;

  function readField(field: UploadField, write: PendingWrite, { session }: WriteScope): void {
    const raw = write.body[field.name];
    if (raw === null || raw === '' || raw === undefined) {
      write.values[field.name] = null;
      return;
    }
    const file = findFile(field, raw, write);
    if (file === undefined) return;
    write.values[field.name] = file.path;
    facts.accept(session, file);
  }

  function findFile(
    field: UploadField,
    raw: JsonValue,
    { violations }: PendingWrite,
  ): IncomingFile | undefined {
    const refuse = (text: MessageText | string, code: string | null): undefined => {
      violations.add(violationAt(field.name, text, code));
    };
    if (typeof raw !== 'string') return refuse(wrongType('string'), VIOLATION_CODES.type);
    const announced = deps.incoming.find(raw);
    if (announced?.isUnreadable === true) return refuse(UNREADABLE, null);
    if (announced !== undefined) return announced;
    const decoded = decodeUploadText(raw);
    if (decoded.kind === 'problem') return refuse(decoded.message, null);
    // Transactions never wait for a filesystem (ADR 12), and no body nests a record with files in another.
    throw new InternalError(`A file for ${field.name} was not stored before its transaction`);
  }

  return {
    appliesTo: isUploadable,
    many: 'each',
    async prepare(write, scope) {
      for (const field of uploadFieldsOf(write.resource)) {
        if (write.sent.has(field.name)) readField(field, write, scope);
      }
    },
    async apply({ resource, after }, { session }) {
      const infos = uploadFieldsOf(resource).flatMap(
        ({ name }) => facts.accepted(session, String(after.values[name]))?.infos ?? [],
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
 * Adds the constraint for files required on publication to a type's checks, so that soft and hard validation share it
 * (components.md section 4.7).
 */
export function withRequiredFiles(resource: ResourceDescriptor): ResourceDescriptor {
  const required = uploadFieldsOf(resource).filter(({ requiredOnPublish }) => requiredOnPublish);
  const groups = resource.publishable?.validationGroups ?? [];
  if (required.length === 0 || groups.length === 0) return resource;
  return {
    ...resource,
    validate(value, context) {
      resource.validate?.(value, context);
      if (!groups.some((group) => context.groups.has(group))) return;
      for (const { name, requiredOnPublishMessage = REQUIRED } of required) {
        if (value[name] != null) continue;
        const text = messageOf(requiredOnPublishMessage, { parameters: { property: name } });
        context.violations.add(violationAt(name, text));
      }
    },
  };
}
