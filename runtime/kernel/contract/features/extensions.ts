import type { Actor } from '../context.js';
import type { FormSuccessHandler } from './form-success.js';
import type { FormType } from '../schema/forms.js';
import type { JsonValue } from '../json.js';
import type { StoredRecord } from '../records/record.js';
import type { UploadField } from '../schema/resource.js';
import type { CallbackConstraint } from '../records/validation.js';

/**
 * Code that a project adds to what its schema files declare: `extensions` of `cms.config.ts`. Schema files name the
 * entries; a name that nothing registers stops the start.
 */
export interface Extensions {
  /** Makes the paths of generated routes; the slug of the title when absent. */
  readonly routeGenerator?: RouteGenerator;
  /** `"x-computed": { "resolver": NAME }` */
  readonly resolvers?: Readonly<Record<string, Resolver>>;
  /** `{ "Callback": { "name": NAME } }` */
  readonly constraints?: Readonly<Record<string, CallbackConstraint>>;
  /** `"x-upload": { "urlGenerator": NAME }` */
  readonly urlGenerators?: Readonly<Record<string, UrlGenerator>>;
  /** Image filters beyond the declared ones, worked out for each record; by type. */
  readonly imageFilters?: Readonly<Record<string, ImageFilterChoice>>;
  /** Form types beside those of `schemas/forms/`. */
  readonly forms?: readonly FormType[];
  /** Handlers of successful submissions by the name in `"on_success": NAME`; each may name the generated type of its data. */
  readonly formHandlers?: Readonly<Record<string, RegisteredFormHandler>>;
  /** Handlers that run after every submission of every form, behind the handlers of the form itself. */
  readonly formSuccess?: readonly FormSuccessHandler[];
  /** Checks every submission of a visitor who is not signed in, for example with a captcha service. */
  readonly submissionCheck?: SubmissionCheck;
}

/**
 * A handler of any data by name. Methods are compared in both directions, so that one may name the narrower type of its form, and
 * one that is written in its place has values by name.
 */
export type RegisteredFormHandler = {
  handle(...parameters: Parameters<FormSuccessHandler>): ReturnType<FormSuccessHandler>;
}['handle'];

/** The parts from which a path is made. */
export interface PathRequest {
  readonly title: string;
  /** Path of the parent's route; null at the top of the site. */
  readonly parentPath: string | null;
  /** The page or page data record, for generators that look at more than the title. */
  readonly record: StoredRecord;
}

/** Computes path and name of the route that the creation of a page would make. */
export interface RouteGenerator {
  /** The path that creation would give, before any conflict suffix. */
  previewPath(request: PathRequest): string;
  /** The name that creation would give, before any conflict suffix. */
  routeName(request: PathRequest): string;
}

/** Works out a member that is not stored; `null` and `undefined` leave it out. */
export type Resolver = (
  record: StoredRecord,
  context: { readonly now: Date; readonly actor: Actor },
) => JsonValue | undefined | Promise<JsonValue | undefined>;

/**
 * Address of a stored file, for anybody who reads its record and for as long as caches keep that; a relative one leads
 * below the API's server. Undefined, like a failure, falls back to the download address of the API.
 */
export type UrlGenerator = (file: {
  readonly record: StoredRecord;
  readonly field: UploadField;
  /** Path of the file or of its variant in the filesystem. */
  readonly path: string;
  /** Name of the image filter; null for the file itself. */
  readonly filter: string | null;
}) => string | undefined | Promise<string | undefined>;

/**
 * Names of `image_filters` for one record, shown after the declared ones of its field. Asked on every read; the variants
 * are made after the first one.
 */
export type ImageFilterChoice = (record: StoredRecord, field: UploadField) => readonly string[];

/**
 * Judges a valid submission before anything is done with it: a text refuses it (422, an error of the form). What it throws
 * refuses it too: an `AppError` as what that says, everything else as 503.
 */
export type SubmissionCheck = (submission: {
  /** The Form component. */
  readonly form: StoredRecord;
  readonly formType: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The sent values, including fields that are no part of the data (`"mapped": false`). */
  readonly sent: Readonly<Record<string, unknown>>;
  /** The IP address of the client. */
  readonly address: string;
  /** Aborted when the answer has not come in time. */
  readonly signal: AbortSignal;
}) => string | undefined | Promise<string | undefined>;
