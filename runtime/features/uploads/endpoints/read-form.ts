import type { AppConfig } from '../../../config/app-config.js';
import type { ApiRequest } from '../../../kernel/contract/http.js';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { FieldDescriptor } from '../../../kernel/contract/resource.js';
import { assertText, parseJsonText } from '../../../kernel/endpoints/json-text.js';
import { readMultipart } from '../../../kernel/endpoints/multipart-body.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { badRequest, payloadTooLarge } from '../../../kernel/errors/catalog.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import type { UploadBatch } from '../uploads.js';
import { uploadFieldsOf } from '../uploads.js';

export type FormLimits = Pick<AppConfig, 'bodyLimits' | 'uploads'>;

/**
 * Builds the body of a write from the parts of a form (contract decision 106). Files go to their fields, texts to members;
 * the texts of members that hold no text are read as JSON.
 * @throws AppError 400, 413 or 415
 */
export async function readForm(
  resource: RegisteredResource,
  request: ApiRequest,
  { batch, limits }: { readonly batch: UploadBatch; readonly limits: FormLimits },
): Promise<JsonObject> {
  const fields = new Map(uploadFieldsOf(resource).map((field) => [field.name, field]));
  const { anonymous, authenticated } = limits.bodyLimits;
  const maxTextBytes = request.context.actor.user === null ? anonymous : authenticated;
  const body: Record<string, JsonValue> = {};
  let textBytes = 0;
  // Browsers send a file input that nobody filled in as an empty part: another one of that name takes its place.
  const isTaken = (name: string): boolean =>
    Object.hasOwn(body, name) && !(fields.has(name) && body[name] === '');
  await readMultipart(request.raw, {
    limit: limits.uploads.maxBytes,
    maxTextBytes,
    onText({ name, value, isCut }) {
      textBytes += Buffer.byteLength(value);
      if (isCut || textBytes > maxTextBytes) throw payloadTooLarge(maxTextBytes);
      if (name === '__proto__') throw badRequest('The member name "__proto__" is not allowed.');
      const isEmptyInput = value === '' && fields.has(name);
      if (isEmptyInput && Object.hasOwn(body, name)) return;
      if (isTaken(name)) throw repeated(name);
      body[name] = readMember(resource.field(name), name, value);
    },
    async onFile({ field: part, name, content }) {
      const field = fields.get(part);
      if (field === undefined) throw unknownField(part, resource, [...fields.keys()]);
      if (isTaken(part)) throw repeated(part);
      const token = await batch.receive(field, { name, content });
      if (token !== undefined) body[part] = token;
    },
  });
  return body;
}

/** Text that is no JSON stays as it is: the rules of the member judge it, and IRIs need no quotes. */
function readMember(field: FieldDescriptor | undefined, name: string, text: string): JsonValue {
  assertText(text, name);
  if (field === undefined || field.kind === 'upload' || holdsText(field)) return text;
  try {
    return parseJsonText(text);
  } catch (error) {
    if (error instanceof AppError && error.code === 'REQUEST.MALFORMED_JSON') return text;
    throw error;
  }
}

/** A member that holds any JSON value holds texts among others, and is no text. */
const holdsText = (field: FieldDescriptor): boolean =>
  field.kind === 'scalar' && field.type !== 'json' && field.accepts.includes('string');

function repeated(part: string): AppError {
  const message = `The form has more than one part for ${JSON.stringify(part.slice(0, 100))}. Send a list as JSON.`;
  return badRequest(message, 'REQUEST.REPEATED_PART');
}

/** A file without a field is refused, because somebody would miss it (contract decision 76). */
function unknownField(part: string, { name }: RegisteredResource, fields: readonly string[]): AppError {
  const listed = fields.map((field) => `"${field}"`).join(', ');
  const sent = JSON.stringify(part.slice(0, 100));
  const message = `${sent} is no upload field of ${name}. Send the file as ${listed}.`;
  return badRequest(message, 'REQUEST.UNKNOWN_UPLOAD_FIELD');
}
