// The modules that it declares have no file of their own that could be imported.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./assets.d.ts" />
import type { ComponentType, ReactNode } from 'react';

/** Extensions of the admin: the default export of `admin/index.tsx`. */
export interface OwnAdmin {
  /** Inputs of forms, by type and member (`Title.title`) or by the kind of a member (`html`). */
  readonly inputs?: Readonly<Record<string, ComponentType<InputProps>>>;
  /** Cells of lists, by type and member or by kind. A named member always has a column. */
  readonly columns?: Readonly<Record<string, ComponentType<ColumnProps>>>;
  /** Complete pages, by type. */
  readonly lists?: Readonly<Record<string, ComponentType<PageProps>>>;
  readonly edits?: Readonly<Record<string, ComponentType<PageProps>>>;
  readonly creates?: Readonly<Record<string, ComponentType<PageProps>>>;
  /** Additional screens with a menu item. */
  readonly screens?: readonly Screen[];
  /** Panels below the form of a record. */
  readonly panels?: readonly Panel[];
  /** Messages by language, available as `own.NAME` in `useTranslate`. */
  readonly words?: Readonly<Record<string, Words>>;
}

export interface Words {
  readonly [name: string]: string | Words;
}

export interface InputProps {
  readonly member: AdminMember;
  /** Shows the value without editing it. */
  readonly isLocked: boolean;
}

export interface ColumnProps {
  readonly type: AdminType;
  readonly member: AdminMember;
  readonly record: AdminRecord;
}

export interface PageProps {
  readonly type: AdminType;
}

export interface Screen {
  /** Path below the base path of the admin: one word. */
  readonly path: string;
  /** Label of the menu item: a text or a message key. */
  readonly label: string;
  readonly Page: ComponentType;
  /** Returns whether the screen is useful for the user. By default, all users see it. */
  isFor?(model: AdminModel): boolean;
}

export interface Panel {
  readonly name: string;
  readonly label: string;
  readonly Content: ComponentType<{ readonly type: AdminType; readonly record: AdminRecord }>;
  isFor(type: AdminType, model: AdminModel): boolean;
}

/** Rights and types of the user: the response of `GET /admin/model`. */
export interface AdminModel {
  readonly service: {
    readonly version: string;
    readonly prefix: string;
    readonly frontEnd: string | null;
    readonly hub: string | null;
  };
  readonly me: { readonly iri: string; readonly username: string; readonly roles: readonly string[] };
  readonly types: readonly AdminType[];
  readonly features: readonly string[];
}

export interface AdminType {
  readonly name: string;
  /** Path below the prefix: `/component/titles`. */
  readonly path: string;
  readonly description: string | null;
  readonly may: Readonly<Record<'list' | 'read' | 'create' | 'update' | 'delete' | 'publish', boolean>>;
  /** Names of the publication members. Null for types without drafts. */
  readonly publishable: {
    readonly field: string;
    readonly publishedAssociation: string;
    readonly draftAssociation: string;
  } | null;
  readonly members: readonly AdminMember[];
}

export interface AdminMember {
  readonly name: string;
  /** Kind, such as `string`, `html`, `iri` or `file`. The API documentation of `GET /admin/model` lists them. */
  readonly kind: string;
  /** JSON Schema of the value. */
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly readOnly: boolean;
  readonly targets: readonly string[];
}

/** Keywords that the admin uses. There may be others. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Document of the API. */
export interface ApiDocument {
  readonly '@id': string;
  readonly '@type': string;
  readonly [member: string]: unknown;
}

/** Document with an `id`, as lists and forms use it. */
export interface AdminRecord extends ApiDocument {
  readonly id: string;
}

export interface RequestOptions {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: object;
}

/** Signed-in client of the service. See the documentation of the generated client. */
export interface AdminClient {
  /**
   * Sends a request.
   * @param path path below the prefix, or the `@id` of a document
   */
  request<Answer>(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  list(
    resource: Resource,
    query?: object,
  ): Promise<{ readonly member: readonly ApiDocument[]; readonly totalItems: number }>;
  get(resource: Resource, iri: string): Promise<ApiDocument>;
  create(resource: Resource, input: object): Promise<ApiDocument>;
  update(resource: Resource, target: ApiDocument | string, patch: object): Promise<ApiDocument>;
  delete(resource: Resource, target: ApiDocument | string): Promise<void>;
}

/** Type as a resource of the client. */
export interface Resource {
  readonly name: string;
  readonly path: string;
}

export interface Session {
  readonly model: AdminModel;
  /**
   * Returns a type of the model.
   * @throws Error if the user may not see a type of that name
   */
  typeOf(name: string): AdminType;
}

/** Member of the form around a component. */
export interface MemberField {
  readonly id: string;
  readonly label: string;
  readonly value: unknown;
  /** Error message of the value. */
  readonly error: string | undefined;
  change(value: unknown): void;
  /** Notifies the form that the field lost the focus. */
  left(): void;
}

/** Checks the types of the extensions and returns them unchanged. */
export function defineAdmin(own: OwnAdmin): OwnAdmin;

export const client: AdminClient;
export function resourceOf(type: Pick<AdminType, 'name' | 'path'>): Resource;
/** Formats a name of a schema file for people: `HtmlContent` becomes "Html content". */
export function nameOf(name: string): string;
/** Returns the label of a record. */
export function labelOf(type: AdminType | undefined, record: ApiDocument): string;

export function useSession(): Session;
/** Returns the record of the surrounding page, form or row. */
export function useRecord(): AdminRecord | undefined;
export function useMember(member: AdminMember): MemberField;
/** Returns a function that translates messages of the admin, and those of the project as `own.NAME`. */
export function useTranslate(): (key: string, values?: Readonly<Record<string, unknown>>) => string;
/** Returns a function that shows a notification for some seconds. */
export function useNotify(): (
  message: string,
  options?: { readonly type?: 'info' | 'success' | 'warning' | 'error' },
) => void;
/** Returns a function that reloads the data of the screen. */
export function useRefresh(): () => void;
export function useNavigate(): (path: string) => void;

/** Title of a page, shown in the app bar. */
export const Title: ComponentType<{ readonly title: string }>;
export const Link: ComponentType<{ readonly to: string; readonly children?: ReactNode }>;
/** Standard input of a member. */
export const MemberInput: ComponentType<InputProps>;
/** Standard pages of a type. */
export const ListPage: ComponentType;
export const EditPage: ComponentType;
export const CreatePage: ComponentType;
