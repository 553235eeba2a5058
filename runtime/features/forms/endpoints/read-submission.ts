import type { ApiRequest } from '../../../kernel/contract/http/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { badRequest, payloadTooLarge } from '../../../kernel/errors/catalog.js';
import { isMultipart, readMultipart, type MultipartText } from '../../../kernel/endpoints/multipart-body.js';
import { baseName, describeLocalFile, type Uploads, type UploadsConfig } from '../../uploads/public-api.js';
import { SubmittedFile } from '../model/submitted-file.js';
import type { SubmittedValues } from '../engine/compiled-form.js';
import type { TemporaryFiles } from '../temporary-files.js';
import { nestNames, type NamedValue } from './nest-names.js';
import { formErrors } from '../errors.js';

/** The body of a submission, which may hold files until it is released. */
export interface Sent {
  readonly body: JsonObject | SubmittedValues;
  release(): Promise<void>;
}

export type ReadSubmission = (request: ApiRequest) => Promise<Sent>;

/** Maximum number of parts of a body; each part is a form value. */
const MAX_PARTS = 1000;
const MAX_TEXT_BYTES = 1024 * 1024;

/**
 * Creates the reader for JSON, and for multipart bodies whose part names are full field names (`contact[email]`), with
 * files.
 * @throws AppError 400, 413 or 415.
 */
export function createReadSubmission(
  files: TemporaryFiles,
  {
    config,
    media,
  }: Pick<Uploads, 'media'> & { readonly config: Pick<UploadsConfig, 'bodyLimits' | 'uploads'> },
): ReadSubmission {
  return async (request) => {
    if (request.method !== 'POST' || !isMultipart(request.headers))
      return { body: await request.json(), release: () => Promise.resolve() };
    const folder = files.openFolder();
    try {
      const { anonymous, files: withFiles } = config.bodyLimits;
      const limit = request.context.actor.user === null ? anonymous : withFiles;
      const values = await receiveParts(request, {
        folder,
        limit,
        largestFile: config.uploads.maxBytes,
        media,
      });
      return { body: nestNames(values), release: () => folder.remove() };
    } catch (error) {
      await folder.remove();
      throw error;
    }
  };
}

interface Receiving extends Pick<Uploads, 'media'> {
  readonly folder: ReturnType<TemporaryFiles['openFolder']>;
  readonly limit: number;
  readonly largestFile: number;
}

async function receiveParts(
  { raw, bodyLimit }: ApiRequest,
  { folder, limit, largestFile, media }: Receiving,
): Promise<readonly NamedValue[]> {
  const values: NamedValue[] = [];
  let textBytes = 0;
  await readMultipart(raw, {
    limit,
    maxParts: MAX_PARTS,
    maxTextBytes: MAX_TEXT_BYTES,
    onText(text) {
      textBytes += Buffer.byteLength(text.name) + Buffer.byteLength(text.value);
      if (textBytes > bodyLimit) throw payloadTooLarge(bodyLimit);
      values.push(readText(text));
    },
    async onFile({ field, name, content }) {
      const { path, size } = await folder.store(content, largestFile);
      // Browsers send an unnamed empty file for a file field without a selection.
      if (name === '' && size === 0) values.push({ name: field, value: null });
      else {
        const found = await describeLocalFile(path, name, media);
        const facts = { name: baseName(name), size, path, ...found };
        values.push({ name: field, value: new SubmittedFile(facts) });
      }
    },
  });
  return values;
}

/** Reads a text part. Databases cannot store NUL; the parser has already replaced invalid UTF-8. */
function readText({ name, value, isCut }: MultipartText): NamedValue {
  const shown = JSON.stringify(name.slice(0, 100));
  if (isCut) throw formErrors.longPart(shown);
  if (value.includes('\0') || name.includes('\0'))
    throw badRequest(`The text at ${shown} contains a character that cannot be stored.`);
  return { name, value };
}
