import type { UploadsConfig } from '../settings.js';
import type { ApiRequest } from '../../../kernel/contract/http/http.js';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { FieldDescriptor } from '../../../kernel/contract/schema/resource.js';
import { assertText, parseJsonText } from '../../../kernel/endpoints/json-text.js';
import { readMultipart } from '../../../kernel/endpoints/multipart-body.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { badRequest, kernelErrors, payloadTooLarge } from '../../../kernel/errors/catalog.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import { type UploadBatch, uploadFieldsOf } from '../uploads.js';
import { uploadErrors } from '../errors.js';

export type FormLimits = Pick<UploadsConfig, 'uploads'>;

/**
 * Builds the body of a write from the parts of a form (contract decision 106). Files belong to upload fields, texts
 * to other fields. Texts of non-text fields are parsed as JSON.
 * @throws AppError 400, 413 or 415
 */
export async function readForm(
  resource: RegisteredResource,
  request: ApiRequest,
  { batch, limits }: { readonly batch: UploadBatch; readonly limits: FormLimits },
): Promise<JsonObject> {
  const fields = new Map(uploadFieldsOf(resource).map((field) => [field.name, field]));
  const maxTextBytes = request.bodyLimit;
  const body: Record<string, JsonValue> = {};
  let textBytes = 0;
  // Browsers send an empty part for an unused file input. Another part of that name replaces it.
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
      if (isTaken(name)) throw uploadErrors.repeatedPart(name);
      body[name] = readMember(resource.field(name), name, value);
    },
    async onFile({ field: part, name, content }) {
      const field = fields.get(part);
      if (field === undefined) throw uploadErrors.unknownField(part, resource.name, [...fields.keys()]);
      if (isTaken(part)) throw uploadErrors.repeatedPart(part);
      const token = await batch.receive(field, { name, content });
      if (token !== undefined) body[part] = token;
    },
  });
  return body;
}

/**
 * Parses the text of a field. Invalid JSON stays a string: the field's rules validate it, and IRIs need no quotes.
 */
function readMember(field: FieldDescriptor | undefined, name: string, text: string): JsonValue {
  assertText(text, name);
  if (field === undefined || field.kind === 'upload' || holdsText(field)) return text;
  try {
    return parseJsonText(text);
  } catch (error) {
    if (error instanceof AppError && error.code === kernelErrors.malformedJson.code) return text;
    throw error;
  }
}

/** Returns whether the field holds text. A field for any JSON value does not count. */
const holdsText = (field: FieldDescriptor): boolean =>
  field.kind === 'scalar' && field.type !== 'json' && field.accepts.includes('string');
